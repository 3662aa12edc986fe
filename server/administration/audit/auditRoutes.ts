import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { auditFilterSchema, auditLogSchema, auditQuerySchema } from '#contract/administration/audit.ts';
import { readTenant } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import { actorOf } from './actor.ts';
import type { Audit } from './audit.ts';
import { exportAuditLog } from './auditExport.ts';

/** The audit log, for administrators; 404 for everyone else (decision 0007). */
export const auditRoutes: FastifyPluginAsyncZod<{ pool: Pool; audit: Audit }> = async (
  app,
  { pool, audit },
) => {
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
    ({ viewer: { tenantId, timeZone }, query }) =>
      readTenant(pool, tenantId, (tx) => audit.readLog(tx, query, timeZone)),
  );

  app.post(
    '/admin/audit/check',
    {
      schema: {
        tags: ['admin'],
        summary: 'Check the whole log, from the first entry to the signed head',
        response: { 204: z.null(), ...problems(401, 404) },
      },
    },
    async ({ viewer }, reply) => {
      await audit.check(pool, viewer.tenantId);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/admin/audit/export',
    {
      schema: {
        tags: ['admin'],
        summary: 'The entries of the log as a CSV file',
        querystring: auditFilterSchema,
        response: { 200: z.string(), ...problems(400, 401, 404) },
      },
    },
    async (request, reply) => {
      const { tenantId, timeZone } = request.viewer;
      const file = await exportAuditLog(
        { pool, audit, tenantId, timeZone, actor: actorOf(request) },
        request.query,
      );
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="audit-log.csv"')
        .send(file as unknown as string);
    },
  );
};
