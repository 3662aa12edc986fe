import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { homeSchema } from '#contract/home.ts';
import { readTenant } from '../db/withTenant.ts';
import { problems } from '../http/problems.ts';
import { readHome } from './home.ts';

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
    ({ viewer }) => readTenant(pool, viewer.tenantId, (tx) => readHome(tx, viewer, now())),
  );
};
