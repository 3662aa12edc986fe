import * as Sentry from '@sentry/node';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { withoutWords } from './withoutWords.ts';

interface Settings {
  dsn: string;
  deployment: string;
  version: string;
}

const routeOf = ({ method, routeOptions }: FastifyRequest) => `${method} ${routeOptions.url ?? 'unknown'}`;

/**
 * Errors of the server on their way to a collector that speaks Sentry's protocol. Of a request go its route, its status and
 * its id: never an address, a header, a body or a person.
 */
export function startReports({ dsn, deployment, version }: Settings) {
  const client = Sentry.initWithoutDefaultIntegrations({
    dsn,
    environment: deployment,
    release: `trellis@${version}`,
    serverName: 'trellis',
    tracesSampleRate: 1,
    // Whole transactions, which can be looked through before they go.
    traceLifecycle: 'static',
    // Its own hooks into everything are left out: what is told is told here.
    enableRuntimeChannelInjection: false,
    sendClientReports: false,
    integrations: [Sentry.linkedErrorsIntegration(), Sentry.dedupeIntegration()],
    beforeSend: (event) => withoutWords(event),
    beforeSendTransaction: (event) => withoutWords(event),
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
    fault: (error: unknown, request: FastifyRequest) => capture(error, routeOf(request), request.id),
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
