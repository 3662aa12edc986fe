import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { adminOverviewSchema } from '#contract/admin.ts';
import { withTenant } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { userIdInPath } from '#server/http/params.ts';
import { problems } from '#server/http/problems.ts';
import { unlockAccount } from '#server/session/index.ts';
import { readOverview } from './adminRepository.ts';

export interface AdminDeps {
  pool: Pool;
  now: () => Date;
}

/** These routes respond with 404 to everyone except administrators. See docs/decisions/0007-route-guards.md. */
export const adminRoutes: FastifyPluginAsyncZod<AdminDeps> = async (app, { pool, now }) => {
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

  app.post(
    '/admin/people/:userId/unlock',
    {
      schema: {
        tags: ['admin'],
        summary: 'End the delay of an account after failed sign-ins',
        params: z.object({ userId: userIdInPath }),
        response: { 204: z.null(), ...problems(401, 404) },
      },
    },
    async ({ viewer, params, log }, reply) => {
      const person = { tenantId: viewer.tenantId, userId: Number(params.userId) };
      if (!(await unlockAccount({ pool, now }, person))) throw notFound();
      log.info({ userId: person.userId }, 'sign-in delay ended by an administrator');
      return reply.code(204).send(null);
    },
  );
};
