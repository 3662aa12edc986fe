import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { notFound } from '../http/refusal.ts';
import type { Outbox } from '../outbox/index.ts';
import type { Realtime } from '../realtime/index.ts';

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;
/** Seconds; from an answer out of memory to one that people complain of. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** What this process counts, as Prometheus reads it. A server has one of its own, and so has each test. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'trellis_http_request_seconds',
    help: 'Time until a request was answered, by route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers: [registry],
  });
  return { registry, durations, close: () => registry.clear() };
}
export type Metrics = ReturnType<typeof createMetrics>;

/** By the pattern of the route, never by its address: addresses hold ids and would have no end. */
const routeOf = ({ routeOptions }: FastifyRequest) => routeOptions.url ?? 'none';

export function measureRequests(app: FastifyInstance, { durations }: Metrics) {
  app.addHook('onResponse', async (request, reply) => {
    durations.observe(
      { method: request.method, route: routeOf(request), status: reply.statusCode },
      reply.elapsedTime / 1_000,
    );
  });
}

interface Watched {
  pool: Pool;
  outbox: Pick<Outbox, 'countWaiting'>;
  realtime: Pick<Realtime, 'isReachable'>;
}

/** Shown to this machine only: an exporter or a proxy of whoever runs it hands the figures on. */
export function showMetrics(
  app: FastifyInstance,
  { registry }: Metrics,
  { pool, outbox, realtime }: Watched,
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
  gauge('trellis_outbox_waiting', 'Notifications that wait to be delivered; -1 when nobody can say.', () =>
    outbox.countWaiting().catch(() => -1),
  );
  gauge('trellis_messaging_up', 'Whether the messaging service answers.', async () =>
    (await realtime.isReachable()) ? 1 : 0,
  );
  gauge('trellis_database_connections', 'Open connections to the database.', () => pool.totalCount);
  gauge('trellis_database_waiting', 'Requests that wait for a connection.', () => pool.waitingCount);

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!LOOPBACK.test(request.ip)) throw notFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
