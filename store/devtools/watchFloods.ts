import type { ActionLog } from './actionLog.ts';

interface Options {
  now: () => number;
  /** An action type that is dispatched more often within 1 second is passed to `onFlood`, at most once in 10 s. */
  maxPerSecond: number;
  onFlood: (type: string) => void;
}
const WARN_EVERY_MS = 10_000;

/** Finds loops. Counts by type: a new screen dispatches many different actions, but a loop repeats the same ones. */
export function watchFloods(log: Pick<ActionLog, 'onAction'>, { now, maxPerSecond, onFlood }: Options) {
  let warnedAt = Number.NEGATIVE_INFINITY;
  /** When the last actions of each type were dispatched, at most `maxPerSecond` of them. */
  const recent = new Map<string, number[]>();
  return log.onAction(({ type }) => {
    const at = now();
    const times = recent.get(type) ?? [];
    recent.set(type, times);
    const first = times.length === maxPerSecond ? times.shift() : undefined;
    times.push(at);
    if (first === undefined || at - first >= 1_000 || at - warnedAt < WARN_EVERY_MS) return;
    warnedAt = at;
    onFlood(type);
  });
}
