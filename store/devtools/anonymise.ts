import { routeOf } from '#store/navigation/routes.ts';

export const HIDDEN = '‹text›';

/** Fields whose text is a name of ours or an id made by the service. All other text is people's, unless proven otherwise. */
const OURS = new Set(
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
/** Numbers that tell something of a person. */
const SECRET_NUMBERS = new Set(['propensityScore', 'score', 'scores', 'answers', 'answer', 'value']);
/** `getThing({"email":"…"})`, as RTK Query names what it keeps: the names in it are ours, the values are not. */
const CACHE_KEY = /^[A-Za-z]+\(.*\)$/s;
const JSON_TEXT = /("(?:[^"\\]|\\.)*")(:?)/g;
const ROW_ID = /^"[a-z0-9]{16}"$/;
const FIELD = /^"[A-Za-z]+"$/;

const isOurs = (text: string, field: string) =>
  (OURS.has(field) && PLAIN.test(text)) || INSTANT.test(text) || TIMETOKEN.test(text);

const isCacheKey = (text: string) => CACHE_KEY.test(text);
const ofCacheKey = (text: string) =>
  text.replace(JSON_TEXT, (_all, value: string, colon: string) =>
    (colon ? FIELD : ROW_ID).test(value) ? `${value}${colon}` : `"${HIDDEN}"${colon}`,
  );

/** Of an address remains what the table of routes knows; what a person typed or followed does not. */
export function anonymousPath(pathname: string): string {
  const route = routeOf(pathname);
  if (route === null) return '/not-found';
  if (route.endsWith('*')) return route.slice(0, -2) || '/';
  return PLAIN.test(pathname) ? pathname : route;
}
export const anonymousSearch = (search: string) => (search === '?show=topics' ? search : '');

function ofText(text: string, field: string): string {
  if (text === '' || text === HIDDEN) return text;
  if (field === 'pathname') return anonymousPath(text);
  if (field === 'search') return anonymousSearch(text);
  if (isOurs(text, field)) return text;
  return isCacheKey(text) ? ofCacheKey(text) : HIDDEN;
}

/** The state shares its parts from action to action, and so do the copies. */
const known = new WeakMap<object, object>();

function ofObject(value: object, field: string): object {
  const done = known.get(value);
  if (done) return done;
  const copy: object = Array.isArray(value)
    ? value.map((one) => anonymise(one, `${field}[]`))
    : Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [
          isCacheKey(key) ? ofCacheKey(key) : key,
          anonymise(inner, key),
        ]),
      );
  known.set(value, copy);
  return copy;
}

/**
 * The strict filter for all that leaves the machine: traces, error reports, DevTools in production. It keeps the shape,
 * ids, times and our own words, so that a trace can be played, and puts a mark in the place of everything else.
 */
export function anonymise(value: unknown, field = ''): unknown {
  if (typeof value === 'string') return ofText(value, field);
  if (typeof value === 'number') return SECRET_NUMBERS.has(field) ? 0 : value;
  if (value === null || typeof value !== 'object') return value;
  return ofObject(value, field);
}

/** An action by the same filter. Its type is ours; a payload that is nothing but text is a person's. */
export function anonymiseAction<A extends { type: string }>(action: A): A {
  return { ...(anonymise(action) as A), type: action.type };
}
