import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { auditLogSchema, auditQuerySchema } from '#contract/audit.ts';
import { readTenant } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import { readAuditLog } from './auditRepository.ts';

/** For administrators; 404 for everyone else (decision 0007). */
export const auditRoutes: FastifyPluginAsyncZod<{ pool: Pool }> = async (app, { pool }) => {
  app.addHook('preHandler', async ({ viewer }) => {
    if (!viewer.isAdmin) throw notFound();
  });

  app.get(
    '/admin/audit',
    {
      schema: {
        tags: ['admin'],
        summary: 'The audit log of your organisation, newest entries first',
        querystring: auditQuerySchema,
        response: { 200: auditLogSchema, ...problems(400, 401, 404) },
      },
    },
    ({ viewer, query: { before, action, actorId, userId } }) =>
      readTenant(pool, viewer.tenantId, (tx) =>
        readAuditLog(tx, {
          ...(before && { before: Number(before) }),
          ...(action && { action }),
          ...(actorId && { actorId: Number(actorId) }),
          ...(userId && { userId: Number(userId) }),
        }),
      ),
  );
};
