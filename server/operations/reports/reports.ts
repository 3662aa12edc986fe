import * as Sentry from '@sentry/node';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { redactEvent } from './redactEvent.ts';

interface Settings {
  dsn: string;
  deployment: string;
  version: string;
}

const routeOf = ({ method, routeOptions }: FastifyRequest) => `${method} ${routeOptions.url ?? 'unknown'}`;

/**
 * Reports errors to Sentry or a compatible service. A report contains only the route, status and id of the
 * request, and no URL, header, body or person. See docs/decisions/0030-error-reports-and-analytics.md.
 */
export function startReports({ dsn, deployment, version }: Settings) {
  const client = Sentry.initWithoutDefaultIntegrations({
    dsn,
    environment: deployment,
    release: `trellis@${version}`,
    serverName: 'trellis',
    tracesSampleRate: 1,
    // Sends whole transactions, so that `beforeSendTransaction` can redact them.
    traceLifecycle: 'static',
    // Switches automatic instrumentation off.
    enableRuntimeChannelInjection: false,
    sendClientReports: false,
    integrations: [Sentry.linkedErrorsIntegration(), Sentry.dedupeIntegration()],
    beforeSend: (event) => redactEvent(event),
    beforeSendTransaction: (event) => redactEvent(event),
  });
  const capture = (error: unknown, where: string, requestId?: string) =>
    Sentry.withScope((scope) => {
      scope.setTag('where', where);
      if (requestId) scope.setTag('requestId', requestId);
      scope.setTransactionName(where);
      return Sentry.captureException(error);
    });
  const uncaught = (error: unknown) => void capture(error, 'process');
  process.on('uncaughtExceptionMonitor', uncaught);

  return {
    captureError: (error: unknown, request: FastifyRequest) => capture(error, routeOf(request), request.id),
    watch(app: FastifyInstance) {
      const spans = new WeakMap<FastifyRequest, Sentry.Span>();
      app.addHook('onRequest', async (request) => {
        spans.set(
          request,
          Sentry.startInactiveSpan({ name: routeOf(request), op: 'http.server', forceTransaction: true }),
        );
      });
      app.addHook('onResponse', async (request, reply) => {
        const span = spans.get(request);
        span?.setAttribute('http.response.status_code', reply.statusCode);
        span?.setAttribute('request.id', request.id);
        span?.end();
      });
    },
    async close() {
      process.off('uncaughtExceptionMonitor', uncaught);
      await client?.close(1_000);
    },
  };
}
export type Reports = ReturnType<typeof startReports>;
