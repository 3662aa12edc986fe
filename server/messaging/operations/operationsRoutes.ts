import type { Database } from '../database.ts';
import { json } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import type { Route } from '../http/router.ts';
import type { Metrics } from './metrics.ts';

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;

export interface OperationsOptions {
  database: Database;
  metrics: Metrics;
  gauges: () => Readonly<Record<string, number>>;
}

/** For those who run the service. Figures are shown to this machine only: an exporter or proxy of theirs hands them on. */
export const operationsRoutes = ({ database, metrics, gauges }: OperationsOptions): Route[] => [
  {
    method: 'GET',
    path: '/health',
    async handle() {
      try {
        await database.query('select 1');
        return json({ status: 'ok' });
      } catch {
        return json({ status: 'failing', reason: 'The database does not answer' }, 503);
      }
    },
  },
  {
    method: 'GET',
    path: '/metrics',
    handle: ({ address }: Call) =>
      LOOPBACK.test(address)
        ? { status: 200, type: 'text/plain; version=0.0.4; charset=utf-8', body: metrics.text(gauges()) }
        : json({ status: 404 }, 404),
  },
];
