import type { UnknownAction } from '@reduxjs/toolkit';
import { messagesReceived } from '#store/chat/messagesSlice.ts';
import { peerStartedTyping } from '#store/chat/typingSlice.ts';
import { peopleChanged } from '#store/presence/presenceSlice.ts';

const HIDDEN = '‹text›';
/** Fields that contain people's text. */
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

function redactText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redactText);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      PERSONAL.has(key) && inner !== null ? HIDDEN : redactText(inner),
    ]),
  );
}

/** Removes people's text from an action and gives API actions their endpoint's name. */
export function sanitizeAction<A extends UnknownAction>(action: A): A {
  const { meta, payload } = action as { meta?: { arg?: { endpointName?: string } }; payload?: unknown };
  const endpoint = meta?.arg?.endpointName;
  const type = endpoint ? action.type.replace(/execute(Query|Mutation)/, endpoint) : action.type;
  const shown =
    typeof payload === 'string' && type === 'chat/searchTextChanged' ? HIDDEN : redactText(payload);
  return { ...(redactText(action) as A), type, ...(payload !== undefined && { payload: shown }) };
}

/** DevTools shows only the keys and the status of RTK Query's cache entries. */
export function sanitizeState<S>(state: S): S {
  const { api } = state as { api?: { queries?: Record<string, { status?: string } | undefined> } };
  if (!api?.queries) return state;
  const queries = Object.fromEntries(Object.entries(api.queries).map(([key, query]) => [key, query?.status]));
  return { ...state, api: { ...api, queries } };
}

/** Actions that need a second person, for the dispatcher of the DevTools. */
const actionCreators = { messagesReceived, peerStartedTyping, peopleChanged };

export const devToolsOptions = {
  name: 'Trellis',
  maxAge: 500,
  trace: true,
  // The first 10 frames belong to RTK, its checks and the sagas.
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
