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
  /** More actions than this within a second are said to `onFlood`, at most once in ten seconds. */
  floodAbove: number;
  onFlood: (perSecond: number) => void;
}
const SAID_EVERY_MS = 10_000;

/** The last actions and the state before the first of them: what an error report and a trace are made of. */
export function createActionLog({ size, now, floodAbove, onFlood }: Options) {
  let entries: Entry[] = [];
  const listeners = new Set<(action: UnknownAction, state: RootState) => void>();
  let saidAt = Number.NEGATIVE_INFINITY;

  function watchFlood(at: number) {
    const before = entries.at(-1 - floodAbove);
    if (!before || at - before.at >= 1_000 || at - saidAt < SAID_EVERY_MS) return;
    saidAt = at;
    onFlood(entries.filter((entry) => at - entry.at < 1_000).length);
  }

  const middleware: Middleware<unknown, RootState> = (api) => (next) => (action) => {
    const before = api.getState();
    const at = now();
    entries.push({ at, action: action as UnknownAction, before });
    // Twice the size before it is cut: cutting at each action would copy the list at each action.
    if (entries.length >= size * 2) entries = entries.slice(-size);
    watchFlood(at);
    const result = next(action);
    for (const listener of listeners) listener(action as UnknownAction, api.getState());
    return result;
  };

  return {
    middleware,
    last: (count: number): LoggedAction[] => entries.slice(-Math.min(count, size)),
    /** All that is remembered, and the state it began from. */
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
