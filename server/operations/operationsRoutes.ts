import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import {
  clientConfigSchema,
  type Health,
  healthSchema,
  liveSchema,
  type Ready,
  readySchema,
} from '#contract/administration/operations.ts';
import { asMaintenance } from '#server/db/withTenant.ts';
import type { Outbox } from '#server/outbox/index.ts';
import type { Realtime } from '#server/realtime/index.ts';

export interface OperationsDeps {
  pool: Pool;
  outbox: Pick<Outbox, 'countPending'>;
  realtime: Pick<Realtime, 'isReachable'>;
  deployment: string;
  version: string;
  isStopping: () => boolean;
  sentryDsn: string | null;
  analyticsScriptUrl: string | null;
}

const RETRY_AFTER_SECONDS = 2;

/** Liveness, readiness, health, and the configuration that a browser needs before sign-in. */
export const operationsRoutes: FastifyPluginAsyncZod<OperationsDeps> = async (app, deps) => {
  app.get(
    '/live',
    {
      schema: {
        tags: ['operations'],
        summary: 'Check that the process answers',
        security: [],
        response: { 200: liveSchema },
      },
    },
    async () => ({ status: 'live' as const }),
  );

  app.get(
    '/ready',
    {
      schema: {
        tags: ['operations'],
        summary: 'Check that this server can serve requests, for load balancers',
        security: [],
        response: { 200: readySchema, 503: readySchema },
      },
    },
    async (_request, reply) => {
      const status = await readiness();
      if (status === 'ready') return { status };
      return reply.code(503).header('retry-after', RETRY_AFTER_SECONDS).send({ status });
    },
  );

  async function readiness(): Promise<Ready['status']> {
    if (deps.isStopping()) return 'stopping';
    try {
      await asMaintenance(deps.pool, async () => {});
      return 'ready';
    } catch {
      return 'database-failed';
    }
  }

  app.get(
    '/health',
    {
      schema: {
        tags: ['operations'],
        summary: 'Get the state of all parts',
        security: [],
        response: { 200: healthSchema },
      },
    },
    async (): Promise<Health> => {
      const [pending, isMessagingOk] = await Promise.all([
        deps.outbox.countPending().catch(() => null),
        deps.realtime.isReachable(),
      ]);
      const isOk = pending !== null && isMessagingOk;
      return {
        status: isOk ? 'ok' : 'degraded',
        version: deps.version,
        database: pending === null ? 'failed' : 'ok',
        messaging: isMessagingOk ? 'ok' : 'failed',
        outbox: { waiting: pending ?? 0 },
      };
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
