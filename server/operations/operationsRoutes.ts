import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { clientConfigSchema, type Health, healthSchema } from '#contract/operations.ts';
import type { Outbox } from '../outbox/index.ts';
import type { Realtime } from '../realtime/index.ts';

export interface OperationsDeps {
  pool: Pool;
  outbox: Pick<Outbox, 'countWaiting'>;
  realtime: Pick<Realtime, 'isReachable'>;
  deployment: string;
  version: string;
  sentryDsn: string | null;
  analyticsScriptUrl: string | null;
}

/** For whoever runs the service, and what a browser needs before anybody has signed in. */
export const operationsRoutes: FastifyPluginAsyncZod<OperationsDeps> = async (app, deps) => {
  app.get(
    '/health',
    {
      schema: {
        tags: ['operations'],
        summary: 'Whether all parts answer',
        security: [],
        response: { 200: healthSchema, 503: healthSchema },
      },
    },
    async (_request, reply) => {
      const [waiting, isMessagingOk] = await Promise.all([
        deps.outbox.countWaiting().catch(() => null),
        deps.realtime.isReachable(),
      ]);
      const isOk = waiting !== null && isMessagingOk;
      const health: Health = {
        status: isOk ? 'ok' : 'degraded',
        version: deps.version,
        database: waiting === null ? 'failed' : 'ok',
        messaging: isMessagingOk ? 'ok' : 'failed',
        outbox: { waiting: waiting ?? 0 },
      };
      return reply.code(isOk ? 200 : 503).send(health);
    },
  );

  app.get(
    '/config',
    {
      schema: {
        tags: ['operations'],
        summary: 'What the client needs to know first',
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
