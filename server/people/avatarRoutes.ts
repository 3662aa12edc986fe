import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { AVATAR_MAX_BYTES } from '#contract/limits.ts';
import { avatarSchema } from '#contract/people.ts';
import { randomId } from '#contract/text.ts';
import { withTenant } from '../db/withTenant.ts';
import { problems } from '../http/problems.ts';
import { LARGE_CALLS } from '../http/rateLimits.ts';
import { notFound, Refusal } from '../http/refusal.ts';
import { AVATAR_TYPES, imageTypeOf, readAvatar, removeAvatar, replaceAvatar } from './avatars.ts';
import { avatarPath } from './present.ts';

const unsupported = () =>
  new Refusal(415, 'unsupported-type', 'Choose a JPEG, PNG or WebP picture.', {
    fields: { avatar: 'is not a JPEG, PNG or WebP picture' },
  });

export const avatarRoutes: FastifyPluginAsyncZod<{ pool: Pool }> = async (app, { pool }) => {
  // Only here are bodies pictures; the parsers of the other routes do not reach in.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    [...AVATAR_TYPES],
    { parseAs: 'buffer', bodyLimit: AVATAR_MAX_BYTES },
    (_request, body, done) => done(null, body),
  );

  app.put(
    '/profile/avatar',
    {
      config: LARGE_CALLS,
      bodyLimit: AVATAR_MAX_BYTES,
      schema: {
        tags: ['people'],
        summary: 'Your picture: the bytes of a JPEG, PNG or WebP, at most 2 MB',
        consumes: [...AVATAR_TYPES],
        response: { 200: avatarSchema, ...problems(401, 413, 415) },
      },
    },
    async ({ viewer, body, headers }) => {
      const type = Buffer.isBuffer(body) ? imageTypeOf(body) : null;
      if (!type || !Buffer.isBuffer(body) || headers['content-type']?.split(';')[0]?.trim() !== type)
        throw unsupported();
      const id = await withTenant(pool, viewer.tenantId, (tx) => replaceAvatar(tx, viewer, type, body));
      return { userAvatar: avatarPath(id) };
    },
  );

  app.delete(
    '/profile/avatar',
    {
      schema: {
        tags: ['people'],
        summary: 'Go without a picture',
        response: { 200: avatarSchema, ...problems(401) },
      },
    },
    async ({ viewer }) => {
      await withTenant(pool, viewer.tenantId, (tx) => removeAvatar(tx, viewer));
      return { userAvatar: null };
    },
  );
};

/** The pictures themselves. No token, an id that cannot be guessed, and never another picture under it. */
export const openAvatarRoutes: FastifyPluginAsyncZod<{ pool: Pool }> = async (app, { pool }) => {
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
