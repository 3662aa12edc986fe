import type { Middleware, MiddlewareAPI } from '@reduxjs/toolkit';
import { type LiftedAction, type LiftedState, type LiftedStore, liftedStoreOf } from './liftedStore.ts';

type Run = (effect: unknown) => void;
interface Known {
  type?: unknown;
  meta?: { requestId?: string };
}

/** RTK Query's hooks dispatch it during rendering to query their middleware. It changes nothing. */
const isSubscriptionQuery = (type: string) => type.endsWith('internal_getRTKQSubscriptions');
const isUnsubscription = (type: string) => type.endsWith('unsubscribeQueryResult');
const isSettled = (type: string) => /\/(fulfilled|rejected)$/.test(type);
/**
 * Effects that may have side effects or change the state. TAKE and FORK still run, so no action is lost and tasks keep
 * their parent.
 */
const HELD_EFFECTS = new Set(['PUT', 'CALL', 'SELECT', 'CPS']);

/**
 * During time travel the application has no side effects: actions from screens and from RTK Query's timers are dropped,
 * and effects of sagas wait in order until the return (decision 0011). The instrument is below all middleware, so jumps
 * do not pass through middleware. The guard observes the instrument's own store before anything renders.
 */
export function createTravelGuard() {
  let isTravelling = false;
  let isDetached = false;
  let isHeld = false;
  let attached: LiftedStore | null = null;
  let returned: Promise<void> = Promise.resolve();
  let resume = () => {};
  let dispatch: MiddlewareAPI['dispatch'] | null = null;
  const unsubscriptions: Known[] = [];
  const pendingRequests = new Set<string>();
  const listeners = new Set<() => void>();

  const middleware: Middleware = (api) => {
    dispatch = api.dispatch;
    return (next) => (action) => {
      const { type, meta } = action as Known;
      const requestId = meta?.requestId;
      if (!isTravelling) {
        if (requestId && typeof type === 'string')
          if (type.endsWith('/pending')) pendingRequests.add(requestId);
          else pendingRequests.delete(requestId);
        return next(action);
      }
      if (typeof action === 'function') return neverSettles();
      if (typeof type !== 'string') return action;
      if (isSubscriptionQuery(type)) return next(action);
      if (isUnsubscription(type)) unsubscriptions.push(action as Known);
      // The response to a request from before the jump is recorded at the end.
      if (requestId && pendingRequests.has(requestId) && isSettled(type)) return next(action);
      return action;
    };
  };

  /**
   * An effect is wrapped in an iterator that waits for the return, instead of being queued. So the effect of a saga
   * that is cancelled in the meantime never runs.
   */
  const effectMiddleware =
    (run: Run): Run =>
    (effect) => {
      const { type } = (effect ?? {}) as { type?: string };
      if (!isTravelling || !type || !HELD_EFFECTS.has(type)) return run(effect);
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
        resume = resolve;
      });
    else {
      for (const action of unsubscriptions.splice(0)) dispatch?.(action as { type: string });
      resume();
    }
    for (const listener of listeners) listener();
  }

  /** Wraps the instrument's dispatch, which the DevTools call. */
  function attach(store: object) {
    const lifted = liftedStoreOf(store);
    if (!lifted) return;
    attached = lifted;
    const inner = lifted.dispatch;
    lifted.dispatch = (action) => {
      if (action.type === 'PERFORM_ACTION') return inner(action);
      if (detaches(action, lifted)) isDetached = true;
      // Runs before subscribers see the new state.
      if (isDetached || isHeld || leadsToThePast(action, lifted)) set(true);
      const before = shown(lifted);
      const result = inner(action);
      set(isDetached || isHeld || isPast(lifted.getState()));
      if (isTravelling && shown(lifted) !== before) for (const listener of listeners) listener();
      return result;
    };
  }

  return {
    middleware,
    effectMiddleware,
    attach,
    /** While it is held, the application also waits at its newest action, because another page is in the past. */
    hold(next: boolean) {
      isHeld = next;
      set(isDetached || isHeld || (attached !== null && isPast(attached.getState())));
    },
    isTravelling: () => isTravelling,
    /** The state no longer matches the sagas of this page, so only a reload returns to the present. */
    isDetached: () => isDetached,
    /** Called when time travel starts, at every state it shows, and when it ends. */
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

/** Whether the action replaces the session, or changes where it begins. */
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

/** The result of a thunk that was not run. It has every method that RTK Query's hooks use, and never settles. */
function neverSettles() {
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
