import type { Database } from '#server/messaging/database.ts';
import type { HttpRequest } from '#server/messaging/http/request.ts';
import { json } from '#server/messaging/http/response.ts';
import type { Route } from '#server/messaging/http/router.ts';
import type { Metrics } from './metrics.ts';
import { mayReadMetrics } from './metricsAccess.ts';

export interface OperationsOptions {
  database: Database;
  metrics: Metrics;
  /** With it, other machines may read the metrics. */
  metricsToken: string | null;
}

/** Health and metrics. */
export const operationsRoutes = ({ database, metrics, metricsToken }: OperationsOptions): Route[] => [
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
    async handle({ address, headers }: HttpRequest) {
      const authorization = headers.authorization?.toString();
      if (!mayReadMetrics({ address, authorization }, metricsToken)) return json({ status: 404 }, 404);
      return { status: 200, type: 'text/plain; version=0.0.4; charset=utf-8', body: await metrics.text() };
    },
  },
];
