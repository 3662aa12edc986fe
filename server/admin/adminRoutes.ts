import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { adminOverviewSchema } from '#contract/home.ts';
import { withTenant } from '../db/withTenant.ts';
import { problems } from '../http/problems.ts';
import { notFound } from '../http/refusal.ts';
import { readOverview } from './adminRepository.ts';

export interface AdminDeps {
  pool: Pool;
}

/** For everybody but administrators these addresses do not exist, whatever door the client came through. */
export const adminRoutes: FastifyPluginAsyncZod<AdminDeps> = async (app, { pool }) => {
  app.addHook('preHandler', async ({ viewer }) => {
    if (!viewer.isAdmin) throw notFound();
  });

  app.get(
    '/admin/overview',
    {
      schema: {
        tags: ['admin'],
        summary: 'Your organisation in figures',
        response: { 200: adminOverviewSchema, ...problems(401, 404) },
      },
    },
    ({ viewer }) => withTenant(pool, viewer.tenantId, readOverview),
  );
};
