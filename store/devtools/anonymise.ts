import { routeOf } from '#store/navigation/routes.ts';

export const HIDDEN = '‹text›';

/** Fields whose text is one of our own names or an id from the server. Any other text counts as people's text. */
const SAFE_FIELDS = new Set(
  [
    'category channel code deployment endpoint endpointName hash id key kind level loading name:slice open outcome',
    'phase reason requestId requestStatus role saga sender stage state status tone type unit version where',
    'error:code messageId peerId programId topicId stepId stepKey sessionId enrolmentId goalId questionId surveyId',
    'listStatus view openChannel reducerPath invalidationBehavior op path[]',
    'readTimetoken savedTimetoken seenTimetoken visitTimetoken',
    'timetoken before after oldest newest readPosition position lastRead uuid publisher',
  ].flatMap((line) => line.split(' ')),
);
const PLAIN = /^[A-Za-z0-9_./:-]{0,120}$/;
const INSTANT = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/;
const TIMETOKEN = /^\d{15,19}$/;
/** Numbers that reveal something about a person. */
const SECRET_NUMBERS = new Set(
  'propensityScore score scores answers answer value mood workload mean'.split(' '),
);
/** A cache key of RTK Query, `getThing({"email":"…"})`: its names are ours, its values are not. */
const CACHE_KEY = /^[A-Za-z]+\(.*\)$/s;
const JSON_TEXT = /("(?:[^"\\]|\\.)*")(:?)/g;
const ROW_ID = /^"[a-z0-9]{16}"$/;
const FIELD = /^"[A-Za-z]+"$/;

const isSafe = (text: string, field: string) =>
  (SAFE_FIELDS.has(field) && PLAIN.test(text)) || INSTANT.test(text) || TIMETOKEN.test(text);

const isCacheKey = (text: string) => CACHE_KEY.test(text);
const anonymousCacheKey = (text: string) =>
  text.replace(JSON_TEXT, (_all, value: string, colon: string) =>
    (colon ? FIELD : ROW_ID).test(value) ? `${value}${colon}` : `"${HIDDEN}"${colon}`,
  );

/** Keeps the part of an address that the routes define, and removes everything that a person typed. */
export function anonymousPath(pathname: string): string {
  const route = routeOf(pathname);
  if (route === null) return '/not-found';
  if (route.endsWith('*')) return route.slice(0, -2) || '/';
  return PLAIN.test(pathname) ? pathname : route;
}
export const anonymousSearch = (search: string) => (search === '?show=topics' ? search : '');

function anonymousText(text: string, field: string): string {
  if (text === '' || text === HIDDEN) return text;
  if (field === 'pathname') return anonymousPath(text);
  if (field === 'search') return anonymousSearch(text);
  if (isSafe(text, field)) return text;
  return isCacheKey(text) ? anonymousCacheKey(text) : HIDDEN;
}

/** States share unchanged parts, so the copies share them too. */
const copies = new WeakMap<object, object>();

function anonymousObject(value: object, field: string): object {
  const cached = copies.get(value);
  if (cached) return cached;
  const copy: object = Array.isArray(value)
    ? value.map((one) => anonymise(one, `${field}[]`))
    : Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [
          isCacheKey(key) ? anonymousCacheKey(key) : key,
          anonymise(inner, key),
        ]),
      );
  copies.set(value, copy);
  return copy;
}

/**
 * The strict filter for everything that leaves the machine: traces, error reports, DevTools in production. It keeps the
 * shape, ids, times and our own names, so that a trace can be replayed, and replaces all other text.
 */
export function anonymise(value: unknown, field = ''): unknown {
  if (typeof value === 'string') return anonymousText(value, field);
  if (typeof value === 'number') return SECRET_NUMBERS.has(field) ? 0 : value;
  if (value === null || typeof value !== 'object') return value;
  return anonymousObject(value, field);
}

/** Applies the same filter to an action. Its type is kept. A payload that is only text is removed. */
export function anonymiseAction<A extends { type: string }>(action: A): A {
  return { ...(anonymise(action) as A), type: action.type };
}
