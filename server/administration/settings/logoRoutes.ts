import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { settingsSchema } from '#contract/administration/settings.ts';
import { AVATAR_MAX_BYTES } from '#contract/limits.ts';
import { randomId } from '#contract/text.ts';
import { type Audit, actorOf } from '#server/administration/audit/index.ts';
import { withTenant } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import { UPLOAD_CALLS } from '#server/http/rateLimits.ts';
import { AVATAR_TYPES, acceptPictures, PICTURE_HEADERS, readPicture } from '#server/people/index.ts';
import { readLogo, saveLogo } from './logos.ts';
import { readSettings } from './settingsRepository.ts';

interface LogoDeps {
  pool: Pool;
  audit: Audit;
  now: () => Date;
}

export const logoRoutes: FastifyPluginAsyncZod<LogoDeps> = async (app, { pool, audit, now }) => {
  acceptPictures(app);
  app.addHook('onRequest', async ({ viewer }) => {
    if (!viewer.isAdmin) throw notFound(); // refused before the upload is read
  });
  const save = (request: FastifyRequest, bytes: Buffer | null) =>
    withTenant(pool, request.viewer.tenantId, async (tx) => {
      await saveLogo({ tx, audit, actor: actorOf(request), now: now() }, bytes);
      return readSettings(tx);
    });

  app.put(
    '/admin/settings/logo',
    {
      config: UPLOAD_CALLS,
      bodyLimit: AVATAR_MAX_BYTES,
      schema: {
        tags: ['admin'],
        summary:
          'Upload the logo of your organisation: JPEG, PNG or WebP, at most 2 MB and 16 million pixels',
        consumes: [...AVATAR_TYPES],
        response: { 200: settingsSchema, ...problems(400, 401, 404, 413, 415) },
      },
    },
    async (request) => save(request, await readPicture(request, { field: 'logo', isPortrait: false })),
  );

  app.delete(
    '/admin/settings/logo',
    {
      schema: {
        tags: ['admin'],
        summary: 'Remove the logo of your organisation',
        response: { 200: settingsSchema, ...problems(401, 404) },
      },
    },
    (request) => save(request, null),
  );
};

/** Serves logos without a token, because the sign-in page shows them. */
export const publicLogoRoutes: FastifyPluginAsyncZod<{ pool: Pool }> = async (app, { pool }) => {
  app.get(
    '/logos/:id',
    {
      schema: {
        tags: ['session'],
        summary: 'The logo of an organisation',
        security: [],
        params: z.object({ id: randomId }),
        response: problems(404),
      },
    },
    async ({ params }, reply) => {
      const logo = await readLogo(pool, params.id);
      if (!logo) throw notFound();
      return reply
        .headers(PICTURE_HEADERS)
        .type('image/webp')
        .send(logo.bytes as never);
    },
  );
};
