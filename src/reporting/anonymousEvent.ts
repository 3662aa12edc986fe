import type { ErrorEvent } from '@sentry/react';
import { bareMessage } from '#contract/bareMessage.ts';
import type { LoggedAction } from '#store/devtools/actionLog.ts';
import { anonymise, anonymiseAction, HIDDEN } from '#store/devtools/anonymise.ts';
import { peoplesWords } from '#store/devtools/peoplesWords.ts';
import { sanitizeState } from '#store/devtools.ts';
import type { RootState } from '#store/rootReducer.ts';

interface Situation {
  route: string;
  state: RootState;
  actions: LoggedAction[];
}
const MOST_STATE_CHARACTERS = 100_000;
const ACTIONS_TOLD = 30;

/** An error as it leaves: where in the code, where in the application, and the last actions by the strict filter. */
export function anonymousEvent(event: ErrorEvent, { route, state, actions }: Situation): ErrorEvent {
  const { api: _cache, ...slices } = state;
  const words = peoplesWords([slices, actions]);
  const without = (text: string) =>
    words.reduce((rest, word) => rest.replaceAll(word, HIDDEN), bareMessage(text));
  for (const exception of event.exception?.values ?? []) {
    if (exception.value) exception.value = without(exception.value);
    for (const frame of exception.stacktrace?.frames ?? []) {
      delete frame.vars;
      delete frame.context_line;
      delete frame.pre_context;
      delete frame.post_context;
    }
  }
  if (event.message) event.message = without(event.message);
  delete event.user;
  delete event.request;
  delete event.extra;
  event.transaction = route;
  event.breadcrumbs = actions.slice(-ACTIONS_TOLD).map(({ action }) => {
    const { type, ...rest } = anonymiseAction(action);
    return { category: 'redux.action', message: type, data: rest };
  });
  const told = anonymise(sanitizeState(state)) as Record<string, unknown>;
  event.contexts = {
    ...(event.contexts?.trace && { trace: event.contexts.trace }),
    state: {
      state: {
        type: 'redux',
        value: JSON.stringify(told).length <= MOST_STATE_CHARACTERS ? told : { tooLarge: Object.keys(told) },
      },
    },
  };
  return event;
}

const TOLD_OF_A_SPAN = new Set(['sentry.op', 'sentry.origin', 'sentry.source', 'sentry.sample_rate']);

/** How long a screen took, by the name of its route. Addresses, elements and words that a browser measures by stay here. */
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
  for (const span of event.spans) span.data = told(span.data);
  const trace = event.contexts?.trace;
  if (trace) {
    trace.data = told(trace.data);
    event.contexts = { trace };
  }
  return event;
}
const told = (data: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries(data).filter(([key]) => TOLD_OF_A_SPAN.has(key)));
