import type { Middleware, MiddlewareAPI } from '@reduxjs/toolkit';
import { type LiftedAction, type LiftedState, type LiftedStore, liftedStoreOf } from './lifted.ts';

type Run = (effect: unknown) => void;
interface Known {
  type?: unknown;
  meta?: { requestId?: string };
}

/** Asked by RTK Query's hooks while they draw: a question to its middleware, not an event. */
const isQuestion = (type: string) => type.endsWith('internal_getRTKQSubscriptions');
const isLeaving = (type: string) => type.endsWith('unsubscribeQueryResult');
const isAnswer = (type: string) => /\/(fulfilled|rejected)$/.test(type);
/** What may touch the world or the state. TAKE and FORK stay live, so that nothing is lost and every task keeps its parent. */
const HELD = new Set(['PUT', 'CALL', 'SELECT', 'CPS']);

/**
 * While somebody looks at the past, the application causes nothing: what screens and RTK Query's timers dispatch falls
 * away, and what the sagas want to do waits, in order, for the return. The instrument sits below all middleware, so a
 * jump passes none of them: the guard learns of it at the instrument's own store, before anybody draws.
 */
export function createTravelGuard() {
  let isTravelling = false;
  let isDetached = false;
  let returned: Promise<void> = Promise.resolve();
  let say = () => {};
  let dispatch: MiddlewareAPI['dispatch'] | null = null;
  const leaving: Known[] = [];
  const asked = new Set<string>();
  const listeners = new Set<() => void>();

  const middleware: Middleware = (api) => {
    dispatch = api.dispatch;
    return (next) => (action) => {
      const { type, meta } = action as Known;
      const requestId = meta?.requestId;
      if (!isTravelling) {
        if (requestId && typeof type === 'string')
          if (type.endsWith('/pending')) asked.add(requestId);
          else asked.delete(requestId);
        return next(action);
      }
      if (typeof action === 'function') return nothingAsked();
      if (typeof type !== 'string') return action;
      if (isQuestion(type)) return next(action);
      if (isLeaving(type)) leaving.push(action as Known);
      // The answer to what was asked before the journey began is not lost; it is recorded at the end.
      if (requestId && asked.has(requestId) && isAnswer(type)) return next(action);
      return action;
    };
  };

  /**
   * An effect is wrapped into an iterator that waits for the return, not kept for later: the effect of a saga that is
   * cancelled meanwhile never runs.
   */
  const effectMiddleware =
    (run: Run): Run =>
    (effect) => {
      const { type } = (effect ?? {}) as { type?: string };
      if (!isTravelling || !type || !HELD.has(type)) return run(effect);
      const until = returned;
      return run(
        (function* (): Generator<unknown, unknown, unknown> {
          yield until;
          return yield effect;
        })(),
      );
    };

  function set(next: boolean) {
    if (next === isTravelling) return;
    isTravelling = next;
    if (next)
      returned = new Promise((resolve) => {
        say = resolve;
      });
    else {
      for (const action of leaving.splice(0)) dispatch?.(action as { type: string });
      say();
    }
    for (const listener of listeners) listener();
  }

  /** Stands between the DevTools and the instrument. */
  function attach(store: object) {
    const lifted = liftedStoreOf(store);
    if (!lifted) return;
    const inner = lifted.dispatch;
    lifted.dispatch = (action) => {
      if (action.type === 'PERFORM_ACTION') return inner(action);
      if (detaches(action, lifted)) isDetached = true;
      // Still before subscribers hear of the state that comes.
      if (isDetached || leadsToThePast(action, lifted)) set(true);
      const before = shown(lifted);
      const result = inner(action);
      set(isDetached || isPast(lifted.getState()));
      if (isTravelling && shown(lifted) !== before) for (const listener of listeners) listener();
      return result;
    };
  }

  return {
    middleware,
    effectMiddleware,
    attach,
    isTravelling: () => isTravelling,
    /** The state is no longer what this page's sagas lived through: only a new page leads back from it. */
    isDetached: () => isDetached,
    /** Called at the departure, at every other state that is shown, and at the return. */
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
export type TravelGuard = ReturnType<typeof createTravelGuard>;

const shown = (lifted: LiftedStore) => {
  const { computedStates, currentStateIndex } = lifted.getState();
  return computedStates[currentStateIndex]?.state;
};

const isPast = ({ currentStateIndex, stagedActionIds, skippedActionIds, isLocked }: LiftedState) =>
  isLocked || skippedActionIds.length > 0 || currentStateIndex < stagedActionIds.length - 1;

/** Another session, or this one from another beginning. */
function detaches({ type }: LiftedAction, lifted: LiftedStore): boolean {
  if (type === 'COMMIT') return isPast(lifted.getState());
  return ['IMPORT_STATE', 'RESET', 'ROLLBACK', 'REORDER_ACTION', 'SWEEP'].includes(type);
}

function leadsToThePast(action: LiftedAction, lifted: LiftedStore): boolean {
  const { stagedActionIds, currentStateIndex, isLocked } = lifted.getState();
  const last = stagedActionIds.length - 1;
  switch (action.type) {
    case 'JUMP_TO_STATE':
      return Number(action.index) < last;
    case 'JUMP_TO_ACTION':
      return stagedActionIds.indexOf(Number(action.actionId)) < last;
    case 'TOGGLE_ACTION':
    case 'SET_ACTIONS_ACTIVE':
      return true;
    case 'LOCK_CHANGES':
      return Boolean(action.status);
    default:
      return isLocked || currentStateIndex < last;
  }
}

/** What a thunk gives back that was not run: RTK Query's hooks find every handle they ask for, and nothing ever comes. */
function nothingAsked() {
  const never = new Promise<never>(() => {});
  return Object.assign(never, {
    arg: undefined,
    requestId: '',
    queryCacheKey: '',
    subscriptionOptions: undefined,
    abort() {},
    reset() {},
    unsubscribe() {},
    updateSubscriptionOptions() {},
    unwrap: () => never,
    refetch: () => never,
  });
}
