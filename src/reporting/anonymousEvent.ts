import type { ErrorEvent } from '@sentry/react';
import { redactMessage } from '#contract/messaging/redactMessage.ts';
import type { LoggedAction } from '#store/devtools/actionLog.ts';
import { anonymise, anonymiseAction, HIDDEN } from '#store/devtools/anonymise.ts';
import { personalTexts } from '#store/devtools/personalTexts.ts';
import { sanitizeState } from '#store/devtools.ts';
import type { RootState } from '#store/rootReducer.ts';

interface Situation {
  route: string;
  state: RootState;
  actions: LoggedAction[];
}
const MAX_STATE_LENGTH = 100_000;
const MAX_BREADCRUMBS = 30;

/** Removes personal data from an error report; adds the route, the anonymous state and the last actions. */
export function anonymousEvent(event: ErrorEvent, { route, state, actions }: Situation): ErrorEvent {
  const { api: _cache, ...slices } = state;
  const words = personalTexts([slices, actions]);
  const anonymiseText = (text: string) =>
    words.reduce((rest, word) => rest.replaceAll(word, HIDDEN), redactMessage(text));
  for (const exception of event.exception?.values ?? []) {
    if (exception.value) exception.value = anonymiseText(exception.value);
    for (const frame of exception.stacktrace?.frames ?? []) {
      delete frame.vars;
      delete frame.context_line;
      delete frame.pre_context;
      delete frame.post_context;
    }
  }
  if (event.message) event.message = anonymiseText(event.message);
  delete event.user;
  delete event.request;
  delete event.extra;
  event.transaction = route;
  event.breadcrumbs = actions.slice(-MAX_BREADCRUMBS).map(({ action }) => {
    const { type, ...rest } = anonymiseAction(action);
    return { category: 'redux.action', message: type, data: rest };
  });
  const anonymousState = anonymise(sanitizeState(state)) as Record<string, unknown>;
  event.contexts = {
    ...(event.contexts?.trace && { trace: event.contexts.trace }),
    state: {
      state: {
        type: 'redux',
        value:
          JSON.stringify(anonymousState).length <= MAX_STATE_LENGTH
            ? anonymousState
            : { tooLarge: Object.keys(anonymousState) },
      },
    },
  };
  return event;
}

const ALLOWED_SPAN_KEYS = new Set(['sentry.op', 'sentry.origin', 'sentry.source', 'sentry.sample_rate']);

/** Keeps the route and the durations of a trace; removes addresses, elements and texts. */
export function anonymousTransaction<
  E extends {
    user?: unknown;
    request?: unknown;
    extra?: unknown;
    breadcrumbs?: unknown;
    spans?: { op?: string; description?: string; data?: Record<string, unknown> }[];
    contexts?: { trace?: { data?: Record<string, unknown> } & Record<string, unknown> };
  },
>(event: E): E {
  delete event.user;
  delete event.request;
  delete event.extra;
  delete event.breadcrumbs;
  event.spans = (event.spans ?? []).filter(({ op }) => op?.startsWith('browser'));
  for (const span of event.spans) span.data = allowedData(span.data);
  const trace = event.contexts?.trace;
  if (trace) {
    trace.data = allowedData(trace.data);
    event.contexts = { trace };
  }
  return event;
}
const allowedData = (data: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries(data).filter(([key]) => ALLOWED_SPAN_KEYS.has(key)));
