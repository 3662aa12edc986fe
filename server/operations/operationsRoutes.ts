import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { clientConfigSchema, type Health, healthSchema } from '#contract/operations.ts';
import type { Outbox } from '#server/outbox/index.ts';
import type { Realtime } from '#server/realtime/index.ts';

export interface OperationsDeps {
  pool: Pool;
  outbox: Pick<Outbox, 'countPending'>;
  realtime: Pick<Realtime, 'isReachable'>;
  deployment: string;
  version: string;
  sentryDsn: string | null;
  analyticsScriptUrl: string | null;
}

/** Health, and the configuration that a browser needs before sign-in. */
export const operationsRoutes: FastifyPluginAsyncZod<OperationsDeps> = async (app, deps) => {
  app.get(
    '/health',
    {
      schema: {
        tags: ['operations'],
        summary: 'Check the health of all parts',
        security: [],
        response: { 200: healthSchema, 503: healthSchema },
      },
    },
    async (_request, reply) => {
      const [pending, isMessagingOk] = await Promise.all([
        deps.outbox.countPending().catch(() => null),
        deps.realtime.isReachable(),
      ]);
      const isOk = pending !== null && isMessagingOk;
      const health: Health = {
        status: isOk ? 'ok' : 'degraded',
        version: deps.version,
        database: pending === null ? 'failed' : 'ok',
        messaging: isMessagingOk ? 'ok' : 'failed',
        outbox: { waiting: pending ?? 0 },
      };
      return reply.code(isOk ? 200 : 503).send(health);
    },
  );

  app.get(
    '/config',
    {
      schema: {
        tags: ['operations'],
        summary: 'Get the configuration of the client',
        security: [],
        response: { 200: clientConfigSchema },
      },
    },
    async () => ({
      deployment: deps.deployment,
      version: deps.version,
      ...(deps.analyticsScriptUrl && { hasAnalytics: true }),
      ...(deps.sentryDsn && { errorReports: { dsn: deps.sentryDsn } }),
    }),
  );
};
