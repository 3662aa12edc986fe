import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { homeSchema, needMarksSchema } from '#contract/home.ts';
import { withTenant } from '#server/db/withTenant.ts';
import { WITH_ENTITY_TAG } from '#server/http/entityTags.ts';
import { problems } from '#server/http/problems.ts';
import { readHome } from './home.ts';
import { saveMarks } from './needMarks.ts';

export interface HomeDeps {
  pool: Pool;
  now: () => Date;
}

export const homeRoutes: FastifyPluginAsyncZod<HomeDeps> = async (app, { pool, now }) => {
  app.get(
    '/home',
    {
      config: WITH_ENTITY_TAG,
      schema: {
        tags: ['home'],
        summary: 'Your needs, your growth and the program to continue with',
        response: { 200: homeSchema, ...problems(401) },
      },
    },
    ({ viewer }) => readHome(pool, viewer, now()),
  );

  app.put(
    '/home/marks',
    {
      schema: {
        tags: ['home'],
        summary: 'Snooze needs, mark courtesies as done, or undo either',
        body: needMarksSchema,
        response: { 200: needMarksSchema, ...problems(400, 401, 422) },
      },
    },
    async ({ viewer, body }) => {
      await withTenant(pool, viewer.tenantId, (tx) => saveMarks(tx, viewer, body, now()));
      return body;
    },
  );
};
