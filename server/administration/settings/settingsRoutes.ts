import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { settingsChangeSchema, settingsSchema } from '#contract/administration/settings.ts';
import { type Audit, actorOf } from '#server/administration/audit/index.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import { readSettings, saveSettings } from './settingsRepository.ts';

interface SettingsDeps {
  pool: Pool;
  audit: Audit;
  now: () => Date;
}

/** The settings of an organisation, for administrators; 404 for everyone else (decision 0051). */
export const settingsRoutes: FastifyPluginAsyncZod<SettingsDeps> = async (app, { pool, audit, now }) => {
  app.addHook('preHandler', async ({ viewer }) => {
    if (!viewer.isAdmin) throw notFound();
  });

  app.get(
    '/admin/settings',
    {
      schema: {
        tags: ['admin'],
        summary: 'The settings of your organisation',
        response: { 200: settingsSchema, ...problems(401, 404) },
      },
    },
    ({ viewer }) => readTenant(pool, viewer.tenantId, readSettings),
  );

  app.patch(
    '/admin/settings',
    {
      schema: {
        tags: ['admin'],
        summary: 'Change settings of your organisation',
        body: settingsChangeSchema,
        response: { 200: settingsSchema, ...problems(400, 401, 404, 409) },
      },
    },
    (request) =>
      withTenant(pool, request.viewer.tenantId, async (tx) => {
        await saveSettings({ tx, audit, actor: actorOf(request), now: now() }, request.body);
        return readSettings(tx);
      }),
  );
};
