import {
  browserTracingIntegration,
  captureException,
  dedupeIntegration,
  functionToStringIntegration,
  init,
  linkedErrorsIntegration,
  startBrowserTracingNavigationSpan,
  startBrowserTracingPageLoadSpan,
} from '@sentry/react';
import type { ClientConfig } from '#contract/administration/operations.ts';
import type { ActionLog } from '#store/devtools/actionLog.ts';
import { locationChanged } from '#store/navigation/navigationSlice.ts';
import { routeOf } from '#store/navigation/routes.ts';
import type { RootState } from '#store/rootReducer.ts';
import { anonymousEvent, anonymousTransaction } from './anonymousEvent.ts';
import type { OutboundLog } from './outboundLog.ts';

interface Settings {
  dsn: string;
  config: ClientConfig;
  log: ActionLog;
  getState: () => RootState;
  outboundLog: OutboundLog;
}

/** Sends error reports with Sentry's protocol. Loaded after the first screen, only if a DSN is configured. */
export function startSentry({ dsn, config, log, getState, outboundLog }: Settings) {
  const routeName = (pathname: string) => routeOf(pathname) ?? '/not-found';
  const currentRoute = () => routeName(getState().navigation.location.pathname);
  const client = init({
    dsn,
    environment: config.deployment,
    release: `trellis@${config.version}`,
    tracesSampleRate: 1,
    traceLifecycle: 'static',
    // No trace headers on API calls: the request id in the log serves that purpose.
    tracePropagationTargets: [],
    sendClientReports: false,
    // Adds no integration that records clicks or input. The content of an event is built below.
    defaultIntegrations: false,
    integrations: [
      functionToStringIntegration(),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      browserTracingIntegration({
        instrumentPageLoad: false,
        instrumentNavigation: false,
        traceFetch: false,
        traceXHR: false,
        enableInp: false,
        enableLongTask: false,
        enableLongAnimationFrame: false,
      }),
    ],
    beforeSend: (event) =>
      anonymousEvent(event, { route: currentRoute(), state: getState(), actions: log.last(50) }),
    beforeSendTransaction: (event) => anonymousTransaction(event),
  });
  const pending = new Map<string, (isSent: boolean) => void>();
  client?.on('afterSendEvent', ({ event_id: id = '' }, { statusCode = 0 }) => {
    pending.get(id)?.(statusCode >= 200 && statusCode < 300);
    pending.delete(id);
  });
  client?.on('beforeEnvelope', (envelope) => outboundLog.add('error reports', envelope[1]));
  if (client) {
    startBrowserTracingPageLoadSpan(client, {
      name: currentRoute(),
      attributes: { 'sentry.source': 'route' },
    });
    log.onAction((action) => {
      if (locationChanged.match(action) && action.payload.kind !== 'START')
        startBrowserTracingNavigationSpan(client, {
          name: routeName(action.payload.location.pathname),
          attributes: { 'sentry.source': 'route' },
        });
    });
  }
  return {
    /** Whether the service has accepted the report. */
    send({ error, where, id }: { error: unknown; where: string; id: string }): Promise<boolean> {
      const saga = where.startsWith('saga ') ? where.slice('saga '.length) : null;
      return new Promise((resolve) => {
        pending.set(id, resolve);
        captureException(error, { event_id: id, captureContext: { tags: { where, ...(saga && { saga }) } } });
      });
    },
  };
}
export type SentryReports = ReturnType<typeof startSentry>;
