import type { RootState } from '#store/rootReducer.ts';
import type { ActionLog, ErrorPlace } from './actionLog.ts';
import { anonymise } from './anonymise.ts';
import { anonymousTrace, type Failure, type Origin, type Trace } from './trace.ts';

/** Collectors refuse larger attachments. */
const MAX_BYTES = 200_000;
const ACTIONS = [500, 250, 120, 60];
const FEWEST_ACTIONS = 30;
const LIST_LENGTHS = [50, 20, 5];
const KEPT_EFFECTS = 200;
/** Places are named by us: `screen /home`, `saga chat`, `answer of getHome`, `message on chat_T1_U1.U2`. */
const PLACE = /^[\w /:.*-]{1,120}$/;
const ANSWER = 'answer of ';

const sizeOf = (trace: Trace) => new TextEncoder().encode(JSON.stringify(trace)).length;

/** Fewer entries of long lists, such as all people of an organisation, if the trace would be too large otherwise. */
function shortened(value: unknown, length: number): unknown {
  if (Array.isArray(value)) return value.slice(0, length).map((one) => shortened(one, length));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner, length)]));
}

function failureIn(
  { actions, steps = [] }: Trace,
  error: unknown,
  where: string,
  place: ErrorPlace,
): Failure {
  const failure = {
    ...place,
    where: PLACE.test(where) ? where : 'uncaught',
    error: anonymise(error instanceof Error ? error.name : typeof error, 'kind') as string,
  };
  // A response that does not match its schema is reported before the request is rejected.
  if (!where.startsWith(ANSWER)) return failure;
  const endpoint = where.slice(ANSWER.length);
  const rejected = actions.findLastIndex(
    ({ type, meta }) =>
      type.endsWith('/rejected') &&
      (meta as { arg?: { endpointName?: string } }).arg?.endpointName === endpoint,
  );
  return { ...failure, action: steps[rejected]?.id ?? place.action };
}

/** The trace of an error report: anonymous, with the place of the error, and small enough for an attachment. */
export function reportTrace(
  log: ActionLog,
  origin: Origin,
  { error, where, place }: { error: unknown; where: string; place: ErrorPlace },
): Trace {
  const traceOf = (count: number): Trace => {
    const trace = anonymousTrace(log, origin, { actions: count, effects: KEPT_EFFECTS });
    return { ...trace, failure: failureIn(trace, error, where, place) };
  };
  for (const count of ACTIONS) {
    const trace = traceOf(count);
    if (sizeOf(trace) <= MAX_BYTES) return trace;
  }
  const trace = traceOf(FEWEST_ACTIONS);
  for (const length of LIST_LENGTHS) {
    const shorter = {
      ...trace,
      isShortened: true,
      preloadedState: shortened(trace.preloadedState, length) as RootState,
      actions: trace.actions.map((action) => shortened(action, length) as typeof action),
    };
    if (sizeOf(shorter) <= MAX_BYTES) return shorter;
  }
  return { ...trace, isShortened: true, preloadedState: null, actions: [], steps: [] };
}
