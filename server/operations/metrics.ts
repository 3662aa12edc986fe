import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { notFound } from '#server/http/httpError.ts';
import type { Jobs } from '#server/jobs/index.ts';
import { mayReadMetrics } from '#server/messaging/operations/metricsAccess.ts';
import type { Outbox } from '#server/outbox/index.ts';
import type { Realtime } from '#server/realtime/index.ts';

/** Buckets in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Metrics of this process for Prometheus. Each server has its own registry, even in tests. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'trellis_http_request_duration_seconds',
    help: 'Duration of HTTP requests in seconds, by method, route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers: [registry],
  });
  return { registry, durations, close: () => registry.clear() };
}
export type Metrics = ReturnType<typeof createMetrics>;

/** The pattern of the route. URLs contain ids, so their number has no limit. */
const routeOf = ({ routeOptions }: FastifyRequest) => routeOptions.url ?? 'none';

export function measureResponseTimes(app: FastifyInstance, { durations }: Metrics) {
  app.addHook('onResponse', async (request, reply) => {
    durations.observe(
      { method: request.method, route: routeOf(request), status: reply.statusCode },
      reply.elapsedTime / 1_000,
    );
  });
}

interface Watched {
  pool: Pool;
  outbox: Pick<Outbox, 'countPending'>;
  jobs: Pick<Jobs, 'count'>;
  realtime: Pick<Realtime, 'isReachable'>;
  /** With it, other machines may read the metrics. */
  metricsToken: string | null;
}

export function serveMetrics(
  app: FastifyInstance,
  { registry }: Metrics,
  { pool, outbox, jobs, realtime, metricsToken }: Watched,
) {
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
  gauge('trellis_outbox_pending', 'Notifications not sent yet; -1 when unknown.', () =>
    outbox.countPending().catch(() => -1),
  );
  gauge('trellis_jobs_pending', 'Background jobs that wait or run; -1 when unknown.', () =>
    jobs.count().then(
      ({ pending }) => pending,
      () => -1,
    ),
  );
  gauge(
    'trellis_jobs_failed',
    'Background jobs of the last 7 days that failed permanently; -1 when unknown.',
    () =>
      jobs.count().then(
        ({ failed }) => failed,
        () => -1,
      ),
  );
  gauge('trellis_messaging_up', '1 when the messaging service answers, else 0.', async () =>
    (await realtime.isReachable()) ? 1 : 0,
  );
  gauge('trellis_database_connections', 'Open connections to the database.', () => pool.totalCount);
  gauge(
    'trellis_database_pending_requests',
    'Requests that are waiting for a database connection.',
    () => pool.waitingCount,
  );

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const { authorization } = request.headers;
    if (!mayReadMetrics({ address: request.ip, authorization }, metricsToken)) throw notFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
