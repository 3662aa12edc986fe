import type { UnknownAction } from '@reduxjs/toolkit';
import { messagesReceived, peerTyping } from '#store/chat/chatSlice.ts';
import { peopleChanged } from '#store/presence/presenceSlice.ts';

const HIDDEN = '‹text›';
/** Fields in which people write. What they hold is nobody's business but theirs. */
const PERSONAL = new Set([
  'details',
  'text',
  'answer',
  'answers',
  'email',
  'emailAddress',
  'searchText',
  'searchedText',
  'data',
]);

function withoutWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      PERSONAL.has(key) && inner !== null ? HIDDEN : withoutWords(inner),
    ]),
  );
}

/** One filter for whatever shows actions: words people wrote stay out, and API actions get their endpoint's name. */
export function sanitizeAction<A extends UnknownAction>(action: A): A {
  const { meta, payload } = action as { meta?: { arg?: { endpointName?: string } }; payload?: unknown };
  const endpoint = meta?.arg?.endpointName;
  const type = endpoint ? action.type.replace(/execute(Query|Mutation)/, endpoint) : action.type;
  const shown =
    typeof payload === 'string' && type === 'chat/searchTextChanged' ? HIDDEN : withoutWords(payload);
  return { ...(withoutWords(action) as A), type, ...(payload !== undefined && { payload: shown }) };
}

/** RTK Query's cache is long and dull: the panel is given its keys and how each stands. */
export function sanitizeState<S>(state: S): S {
  const { api } = state as { api?: { queries?: Record<string, { status?: string } | undefined> } };
  if (!api?.queries) return state;
  const queries = Object.fromEntries(Object.entries(api.queries).map(([key, query]) => [key, query?.status]));
  return { ...state, api: { ...api, queries } };
}

/** What takes a second person to bring about, for the Dispatcher of the DevTools. */
const actionCreators = { messagesReceived, peerTyping, peopleChanged };

export const devToolsOptions = {
  name: 'Trellis',
  maxAge: 500,
  trace: true,
  // Ten frames are used up by RTK, its checks and the sagas before the caller comes.
  traceLimit: 30,
  shouldHotReload: true,
  actionSanitizer: sanitizeAction,
  stateSanitizer: sanitizeState,
  actionCreators,
  features: {
    pause: true,
    lock: true,
    persist: true,
    export: true,
    import: 'custom' as const,
    jump: true,
    skip: true,
    reorder: true,
    dispatch: true,
    test: true,
  },
};
