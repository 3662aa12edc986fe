import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AVATAR_MAX_BYTES } from '#contract/limits.ts';
import { HttpError } from '#server/http/httpError.ts';
import { AVATAR_TYPES, imageTypeOf } from './avatars.ts';
import { encodePicture } from './encodePicture.ts';

/** Makes a plugin accept only pictures. Parsers are encapsulated, so other routes are not affected. */
export function acceptPictures(
  app: Pick<FastifyInstance, 'removeAllContentTypeParsers' | 'addContentTypeParser'>,
) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    [...AVATAR_TYPES],
    { parseAs: 'buffer', bodyLimit: AVATAR_MAX_BYTES },
    (_request, body, done) => done(null, body),
  );
}

/** The uploaded picture, encoded again. `field` is its name in problem responses. */
export async function readPicture(
  { body, headers }: Pick<FastifyRequest, 'body' | 'headers'>,
  options: Parameters<typeof encodePicture>[2],
): Promise<Buffer> {
  const type = Buffer.isBuffer(body) ? imageTypeOf(body) : null;
  if (!type || !Buffer.isBuffer(body) || headers['content-type']?.split(';')[0]?.trim() !== type)
    throw new HttpError(
      415,
      'unsupported-type',
      'This file type is not supported. Choose a JPEG, PNG or WebP picture.',
      { fields: { [options.field]: 'is not a JPEG, PNG or WebP picture' } },
    );
  return encodePicture(body, type, options);
}
