import type { Dispatch, Middleware, UnknownAction } from '@reduxjs/toolkit';
import type { RootState } from '#store/rootReducer.ts';
import type { EffectLog, EffectNode } from './effectLog.ts';
import { currentRequest } from './inRequest.ts';

/** Why an action was dispatched. Ids are those of logged actions. */
type LoggedCause =
  | { by: 'effect'; effect: EffectNode }
  /** The middleware of RTK Query reacted to another action. */
  | { by: 'action'; action: number }
  /** It is the response to the request of the other action, or an effect of this response. */
  | { by: 'request'; action: number }
  /** A component or the navigator, while it handled an event of the page or was rendered. */
  | { by: 'screen'; event: string }
  /** A timer of RTK Query. */
  | { by: 'timer' };

export interface LoggedAction {
  id: number;
  at: number;
  action: UnknownAction;
  cause: LoggedCause;
}
interface Entry extends LoggedAction {
  before: RootState;
}
/** Where an error occurred: the action that was handled, and the effect that failed or reported the error. */
export interface ErrorPlace {
  action: number;
  effect: number | null;
}
interface Options {
  size: number;
  now: () => number;
  effects?: EffectLog;
  /** The event of the page that is being handled. */
  currentEvent?: () => string;
}
type Thunk = (dispatch: Dispatch, getState: unknown, extra: unknown) => unknown;
const MAX_REQUESTS = 200;

/** Keeps the last actions, why they were dispatched, and the state before the first of them. */
export function createActionLog({ size, now, effects, currentEvent = () => '' }: Options) {
  let entries: Entry[] = [];
  let count = 0;
  const ids = new WeakMap<object, number>();
  const requests = new Map<string, number>();
  const listeners = new Set<(action: UnknownAction, state: RootState) => void>();
  /** Set by the code that dispatches next. */
  let given: LoggedCause | null = null;
  /** Dispatches that run now, the innermost last. The id is known when the action reaches the log. */
  const running: { id: number | null; cause: LoggedCause }[] = [];
  const idOf = (action: unknown) => ids.get(action as object);
  effects?.identifyActions(idOf);

  const because =
    <A, R>(cause: () => LoggedCause, dispatch: (action: A) => R) =>
    (action: A): R => {
      given = cause();
      try {
        return dispatch(action);
      } finally {
        given = null;
      }
    };

  function causeOf(action: object): LoggedCause {
    const effect = effects?.putOf(action);
    if (effect) return { by: 'effect', effect };
    if (given) return given;
    const request = requests.get(currentRequest() ?? '');
    if (request) return { by: 'request', action: request };
    const outer = running.at(-1);
    if (!outer) return { by: 'timer' };
    return outer.id === null ? outer.cause : { by: 'action', action: outer.id };
  }

  /** Runs before all other middleware and finds the cause. */
  const causes: Middleware<unknown, RootState> = (api) => (next) => (action) => {
    const cause = causeOf(action as object);
    given = null;
    // Actions that a thunk dispatches, now or later, have the cause of the thunk.
    if (typeof action === 'function')
      return next((_dispatch: Dispatch, getState: unknown, extra: unknown) =>
        (action as Thunk)(because(() => cause, api.dispatch) as Dispatch, getState, extra),
      );
    running.push({ id: null, cause });
    try {
      return next(action);
    } finally {
      running.pop();
    }
  };

  /** Responses are caused by their request. */
  function causeInRequest(id: number, { type, meta }: UnknownAction, cause: LoggedCause): LoggedCause {
    const { requestId } = (meta ?? {}) as { requestId?: string };
    if (!requestId) return cause;
    const request = requests.get(requestId);
    if (request) return { by: 'request', action: request };
    if (type.endsWith('/pending')) {
      requests.set(requestId, id);
      if (requests.size > MAX_REQUESTS) for (const [oldest] of requests) return forget(oldest, cause);
    }
    return cause;
  }
  function forget(requestId: string, cause: LoggedCause) {
    requests.delete(requestId);
    return cause;
  }

  /** Runs after all other middleware, so it sees exactly the actions that reach the reducer. */
  const middleware: Middleware<unknown, RootState> = (api) => (next) => (unknown) => {
    const action = unknown as UnknownAction;
    const id = ++count;
    ids.set(action, id);
    const frame = running.at(-1);
    if (frame) frame.id = id;
    const cause = causeInRequest(id, action, frame?.cause ?? { by: 'timer' });
    entries.push({ id, at: now(), action, cause, before: api.getState() });
    // The list is cut when it reaches twice the size, because cutting it at each action would copy it each time.
    if (entries.length >= size * 2) entries = entries.slice(-size);
    const result = next(action);
    for (const listener of listeners) listener(action, api.getState());
    return result;
  };

  return {
    causes,
    middleware,
    effects: effects ?? null,
    /** Wraps the dispatch of components and the navigator. */
    fromScreen: <A, R>(dispatch: (action: A) => R) =>
      because(() => {
        const effect = effects?.runningPort();
        return effect ? { by: 'effect', effect } : { by: 'screen', event: currentEvent() };
      }, dispatch),
    idOf,
    /** Call it when the error is reported, because the log continues. */
    placeOf: (error: unknown): ErrorPlace => {
      const effect = effects?.failureOf(error) ?? effects?.runningPort();
      const handled = running.at(-1)?.id ?? count;
      const trigger = effect?.latest;
      return { action: typeof trigger === 'number' ? trigger : handled, effect: effect?.id ?? null };
    },
    last: (wanted: number): LoggedAction[] => entries.slice(-Math.min(wanted, size)),
    /** The last actions, all recorded ones by default, and the state before them. */
    recording(wanted = size) {
      const kept = entries.slice(-Math.min(wanted, size));
      return { before: kept[0]?.before ?? null, actions: kept as LoggedAction[] };
    },
    onAction(listener: (action: UnknownAction, state: RootState) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
export type ActionLog = ReturnType<typeof createActionLog>;
