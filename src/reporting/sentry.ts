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
import type { ClientConfig } from '#contract/operations.ts';
import type { ActionLog } from '#store/devtools/actionLog.ts';
import { locationChanged } from '#store/navigation/navigationSlice.ts';
import { routeOf } from '#store/navigation/routes.ts';
import type { RootState } from '#store/rootReducer.ts';
import { anonymousEvent, anonymousTransaction } from './anonymousEvent.ts';
import type { Departures } from './departures.ts';

interface Settings {
  dsn: string;
  config: ClientConfig;
  log: ActionLog;
  getState: () => RootState;
  departures: Departures;
}

/** Error reports to a collector that speaks Sentry's protocol. Loaded after the first screen, and only where it is used. */
export function startSentry({ dsn, config, log, getState, departures }: Settings) {
  const nameOf = (pathname: string) => routeOf(pathname) ?? '/not-found';
  const here = () => nameOf(getState().navigation.location.pathname);
  const client = init({
    dsn,
    environment: config.deployment,
    release: `trellis@${config.version}`,
    tracesSampleRate: 1,
    traceLifecycle: 'static',
    // No header of ours goes along with calls: the log's request ids do that.
    tracePropagationTargets: [],
    sendClientReports: false,
    // Nothing that looks at what people do or type: what an event tells is put together here.
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
    beforeSend: (event) => anonymousEvent(event, { route: here(), state: getState(), actions: log.last(50) }),
    beforeSendTransaction: (event) => anonymousTransaction(event),
  });
  client?.on('beforeEnvelope', (envelope) => departures.note('error reports', envelope[1]));
  if (client) {
    startBrowserTracingPageLoadSpan(client, { name: here(), attributes: { 'sentry.source': 'route' } });
    log.onAction((action) => {
      if (locationChanged.match(action) && action.payload.kind !== 'START')
        startBrowserTracingNavigationSpan(client, {
          name: nameOf(action.payload.location.pathname),
          attributes: { 'sentry.source': 'route' },
        });
    });
  }
  return {
    send({ error, where, id }: { error: unknown; where: string; id: string }) {
      const saga = where.startsWith('saga ') ? where.slice('saga '.length) : null;
      captureException(error, { event_id: id, captureContext: { tags: { where, ...(saga && { saga }) } } });
    },
  };
}
export type SentryReports = ReturnType<typeof startSentry>;
