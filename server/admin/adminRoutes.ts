import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { adminOverviewSchema } from '#contract/admin.ts';
import { withTenant } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import { readOverview } from './adminRepository.ts';

export interface AdminDeps {
  pool: Pool;
}

/** These routes respond with 404 to everyone except administrators. See docs/decisions/0007-route-guards.md. */
export const adminRoutes: FastifyPluginAsyncZod<AdminDeps> = async (app, { pool }) => {
  app.addHook('preHandler', async ({ viewer }) => {
    if (!viewer.isAdmin) throw notFound();
  });

  app.get(
    '/admin/overview',
    {
      schema: {
        tags: ['admin'],
        summary: 'Figures about your organisation',
        response: { 200: adminOverviewSchema, ...problems(401, 404) },
      },
    },
    ({ viewer }) => withTenant(pool, viewer.tenantId, readOverview),
  );
};
