import type { Database } from '#server/messaging/database.ts';
import type { HttpRequest } from '#server/messaging/http/request.ts';
import { json } from '#server/messaging/http/response.ts';
import type { Route } from '#server/messaging/http/router.ts';
import type { Metrics } from './metrics.ts';

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;

export interface OperationsOptions {
  database: Database;
  metrics: Metrics;
}

/** Health and metrics. Metrics are served to local clients only, such as an exporter or a proxy. */
export const operationsRoutes = ({ database, metrics }: OperationsOptions): Route[] => [
  {
    method: 'GET',
    path: '/health',
    async handle() {
      try {
        await database.query('select 1');
        return json({ status: 'ok' });
      } catch {
        return json({ status: 'failing', reason: 'The database is not responding' }, 503);
      }
    },
  },
  {
    method: 'GET',
    path: '/metrics',
    async handle({ address }: HttpRequest) {
      if (!LOOPBACK.test(address)) return json({ status: 404 }, 404);
      return { status: 200, type: 'text/plain; version=0.0.4; charset=utf-8', body: await metrics.text() };
    },
  },
];
