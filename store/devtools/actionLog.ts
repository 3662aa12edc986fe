import type { Middleware, UnknownAction } from '@reduxjs/toolkit';
import type { RootState } from '#store/rootReducer.ts';

export interface LoggedAction {
  at: number;
  action: UnknownAction;
}
interface Entry extends LoggedAction {
  before: RootState;
}

interface Options {
  size: number;
  now: () => number;
  /** An action type that is dispatched more often within 1 second is passed to `onFlood`, at most once in 10 s. */
  maxPerSecond: number;
  onFlood: (type: string) => void;
}
const WARN_EVERY_MS = 10_000;

/** Keeps the last actions and the state before the first of them, for error reports and traces. */
export function createActionLog({ size, now, maxPerSecond, onFlood }: Options) {
  let entries: Entry[] = [];
  const listeners = new Set<(action: UnknownAction, state: RootState) => void>();
  let warnedAt = Number.NEGATIVE_INFINITY;
  /** When the last actions of each type were dispatched, at most `maxPerSecond` of them. */
  const recent = new Map<string, number[]>();

  /** Counts by type: a start or a new screen dispatches many different actions, but a loop repeats the same ones. */
  function watchFlood(type: string, at: number) {
    const times = recent.get(type) ?? [];
    recent.set(type, times);
    const first = times.length === maxPerSecond ? times.shift() : undefined;
    times.push(at);
    if (first === undefined || at - first >= 1_000 || at - warnedAt < WARN_EVERY_MS) return;
    warnedAt = at;
    onFlood(type);
  }

  const middleware: Middleware<unknown, RootState> = (api) => (next) => (action) => {
    const before = api.getState();
    const at = now();
    entries.push({ at, action: action as UnknownAction, before });
    // The list is cut when it reaches twice the size, because cutting it at each action would copy it each time.
    if (entries.length >= size * 2) entries = entries.slice(-size);
    watchFlood((action as UnknownAction).type, at);
    const result = next(action);
    for (const listener of listeners) listener(action as UnknownAction, api.getState());
    return result;
  };

  return {
    middleware,
    last: (count: number): LoggedAction[] => entries.slice(-Math.min(count, size)),
    /** All recorded actions and the state before them. */
    recording() {
      const kept = entries.slice(-size);
      return { before: kept[0]?.before ?? null, actions: kept as LoggedAction[] };
    },
    onAction(listener: (action: UnknownAction, state: RootState) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
export type ActionLog = ReturnType<typeof createActionLog>;
