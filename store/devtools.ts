import type { UnknownAction } from '@reduxjs/toolkit';

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

export const devToolsOptions = {
  name: 'Trellis',
  maxAge: 500,
  trace: true,
  traceLimit: 25,
  actionSanitizer: sanitizeAction,
};
