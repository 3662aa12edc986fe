import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { AVATAR_MAX_BYTES } from '#contract/limits.ts';
import { avatarSchema } from '#contract/profile.ts';
import { randomId } from '#contract/text.ts';
import { withTenant } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import { UPLOAD_CALLS } from '#server/http/rateLimits.ts';
import { AVATAR_TYPES, readAvatar, removeAvatar, replaceAvatar } from './avatars.ts';
import { acceptPictures, readPicture } from './pictureUploads.ts';
import { avatarPath } from './present.ts';

/** The content of an id never changes. The headers make a picture harmless if it is opened as a page. */
export const PICTURE_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
};

export const avatarRoutes: FastifyPluginAsyncZod<{ pool: Pool }> = async (app, { pool }) => {
  acceptPictures(app);

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
    async (request) => {
      const { viewer } = request;
      const picture = await readPicture(request, { field: 'avatar', isPortrait: true });
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
        .headers(PICTURE_HEADERS)
        .type(avatar.mediaType)
        .send(avatar.bytes as never);
    },
  );
};
