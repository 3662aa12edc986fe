import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { homeSchema, teamSchema } from '#contract/home.ts';
import { withTenant } from '../db/withTenant.ts';
import { problems } from '../http/problems.ts';
import { readHome } from './home.ts';
import { readTeam } from './team.ts';

export interface HomeDeps {
  pool: Pool;
  now: () => Date;
}

export const homeRoutes: FastifyPluginAsyncZod<HomeDeps> = async (app, { pool, now }) => {
  app.get(
    '/home',
    {
      schema: {
        tags: ['home'],
        summary: 'What needs you now',
        response: { 200: homeSchema, ...problems(401) },
      },
    },
    ({ viewer }) => withTenant(pool, viewer.tenantId, (tx) => readHome(tx, viewer, now())),
  );

  app.get(
    '/team',
    {
      schema: {
        tags: ['home'],
        summary: 'The people who report to you',
        response: { 200: teamSchema, ...problems(401) },
      },
    },
    async ({ viewer }) => ({
      data: await withTenant(pool, viewer.tenantId, (tx) => readTeam(tx, viewer, now())),
    }),
  );
};
