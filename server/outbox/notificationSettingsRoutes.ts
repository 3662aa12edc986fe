import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import {
  notificationSettingsChangeSchema,
  notificationSettingsSchema,
} from '#contract/notifications/notificationSettings.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import { problems } from '#server/http/problems.ts';
import { readSettings, saveSettings } from './notificationSettings.ts';

const tags = ['people'];

/** Routes for the viewer's notification settings. */
export const notificationSettingsRoutes: FastifyPluginAsyncZod<{
  pool: Pool;
  now: () => Date;
  wakeOutbox: () => void;
}> = async (app, { pool, now, wakeOutbox }) => {
  app.get(
    '/notification-settings',
    {
      schema: {
        tags,
        summary: 'Which notifications you get, and how',
        response: { 200: notificationSettingsSchema, ...problems(401) },
      },
    },
    ({ viewer }) => readTenant(pool, viewer.tenantId, (tx) => readSettings(tx, viewer, now())),
  );

  app.put(
    '/notification-settings',
    {
      schema: {
        tags,
        summary: 'Choose which notifications you get, and how',
        body: notificationSettingsChangeSchema,
        response: { 200: notificationSettingsSchema, ...problems(400, 401) },
      },
    },
    async ({ viewer, body }) => {
      const saved = await withTenant(pool, viewer.tenantId, async (tx) => {
        await saveSettings(tx, viewer, body, now());
        return readSettings(tx, viewer, now());
      });
      wakeOutbox();
      return saved;
    },
  );
};
