import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { AVATAR_MAX_BYTES } from '#contract/limits.ts';
import { avatarSchema } from '#contract/profile.ts';
import { randomId } from '#contract/text.ts';
import { withTenant } from '#server/db/withTenant.ts';
import { HttpError, notFound } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import { UPLOAD_CALLS } from '#server/http/rateLimits.ts';
import { AVATAR_TYPES, imageTypeOf, readAvatar, removeAvatar, replaceAvatar } from './avatars.ts';
import { encodePicture } from './encodePicture.ts';
import { avatarPath } from './present.ts';

const unsupported = () =>
  new HttpError(
    415,
    'unsupported-type',
    'This file type is not supported. Choose a JPEG, PNG or WebP picture.',
    {
      fields: { avatar: 'is not a JPEG, PNG or WebP picture' },
    },
  );

export const avatarRoutes: FastifyPluginAsyncZod<{ pool: Pool }> = async (app, { pool }) => {
  // This plugin accepts pictures only. Parsers are encapsulated, so other routes are not affected.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    [...AVATAR_TYPES],
    { parseAs: 'buffer', bodyLimit: AVATAR_MAX_BYTES },
    (_request, body, done) => done(null, body),
  );

  app.put(
    '/profile/avatar',
    {
      config: UPLOAD_CALLS,
      bodyLimit: AVATAR_MAX_BYTES,
      schema: {
        tags: ['people'],
        summary: 'Upload your picture: JPEG, PNG or WebP, at most 2 MB and 16 million pixels',
        consumes: [...AVATAR_TYPES],
        response: { 200: avatarSchema, ...problems(400, 401, 413, 415) },
      },
    },
    async ({ viewer, body, headers }) => {
      const type = Buffer.isBuffer(body) ? imageTypeOf(body) : null;
      if (!type || !Buffer.isBuffer(body) || headers['content-type']?.split(';')[0]?.trim() !== type)
        throw unsupported();
      const picture = await encodePicture(body, type);
      const id = await withTenant(pool, viewer.tenantId, (tx) => replaceAvatar(tx, viewer, picture));
      return { userAvatar: avatarPath(id) };
    },
  );

  app.delete(
    '/profile/avatar',
    {
      schema: {
        tags: ['people'],
        summary: 'Remove your picture',
        response: { 200: avatarSchema, ...problems(401) },
      },
    },
    async ({ viewer }) => {
      await withTenant(pool, viewer.tenantId, (tx) => removeAvatar(tx, viewer));
      return { userAvatar: null };
    },
  );
};

/** Serves pictures without a token. Ids cannot be guessed, and the content of an id never changes. */
export const publicAvatarRoutes: FastifyPluginAsyncZod<{ pool: Pool }> = async (app, { pool }) => {
  app.get(
    '/avatars/:id',
    {
      schema: {
        tags: ['people'],
        summary: 'A picture',
        security: [],
        params: z.object({ id: randomId }),
        response: problems(404),
      },
    },
    async ({ params }, reply) => {
      const avatar = await readAvatar(pool, params.id);
      if (!avatar) throw notFound();
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .type(avatar.mediaType)
        .send(avatar.bytes as never);
    },
  );
};
