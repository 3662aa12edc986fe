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
import { TRACE_FILE } from '#store/devtools/readTrace.ts';
import { reportTrace } from '#store/devtools/reportTrace.ts';
import { locationChanged } from '#store/navigation/navigationSlice.ts';
import { routeOf } from '#store/navigation/routes.ts';
import type { RootState } from '#store/rootReducer.ts';
import { anonymousEvent, anonymousTransaction } from './anonymousEvent.ts';
import type { ReportedError } from './errorReports.ts';
import { originOf } from './origin.ts';
import type { OutboundLog } from './outboundLog.ts';

interface Settings {
  dsn: string;
  config: ClientConfig;
  log: ActionLog;
  getState: () => RootState;
  outboundLog: OutboundLog;
}

/** Attachments are bytes in the envelope, and are listed as text. */
const readable = ([header, payload]: readonly unknown[]) => [
  header,
  payload instanceof Uint8Array ? new TextDecoder().decode(payload) : payload,
];

/** Sends error reports with Sentry's protocol. Loaded after the first screen, only if a DSN is configured. */
export function startSentry({ dsn, config, log, getState, outboundLog }: Settings) {
  const routeName = (pathname: string) => routeOf(pathname) ?? '/not-found';
  const currentRoute = () => routeName(getState().navigation.location.pathname);
  const reportedErrors = new Map<string, ReportedError>();
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
    beforeSend(event, hint) {
      const reported = reportedErrors.get(event.event_id ?? '');
      if (reported)
        hint.attachments = [
          {
            filename: TRACE_FILE,
            contentType: 'application/json',
            data: JSON.stringify(reportTrace(log, originOf(config), reported)),
          },
        ];
      return anonymousEvent(event, { route: currentRoute(), state: getState(), actions: log.last(50) });
    },
    beforeSendTransaction: (event) => anonymousTransaction(event),
  });
  const pending = new Map<string, (isSent: boolean) => void>();
  client?.on('afterSendEvent', ({ event_id: id = '' }, { statusCode = 0 }) => {
    pending.get(id)?.(statusCode >= 200 && statusCode < 300);
    pending.delete(id);
  });
  client?.on('beforeEnvelope', (envelope) => outboundLog.add('error reports', envelope[1].map(readable)));
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
    async send({ error, where, id, place }: ReportedError & { id: string }): Promise<boolean> {
      // The application shows the error before the trace is read.
      await new Promise((resolve) => setTimeout(resolve));
      reportedErrors.set(id, { error, where, place });
      const saga = where.startsWith('saga ') ? where.slice('saga '.length) : null;
      return new Promise((settle) => {
        const resolve = (isSent: boolean) => {
          reportedErrors.delete(id);
          settle(isSent);
        };
        pending.set(id, resolve);
        captureException(error, { event_id: id, captureContext: { tags: { where, ...(saga && { saga }) } } });
      });
    },
  };
}
export type SentryReports = ReturnType<typeof startSentry>;
