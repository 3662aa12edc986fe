/** One thing that left this browser for somebody else than Trellis, word by word. */
export interface Departure {
  id: number;
  at: number;
  to: 'error reports' | 'analytics';
  payload: string;
}
const KEPT = 100;

/** The last hundred payloads. Kept beside the state: looking at the past does not change what has left. */
export function createDepartures(now: () => number) {
  let kept: readonly Departure[] = [];
  let count = 0;
  const listeners = new Set<() => void>();
  return {
    note(to: Departure['to'], payload: unknown) {
      count += 1;
      kept = [{ id: count, at: now(), to, payload: JSON.stringify(payload, null, 1) }, ...kept].slice(
        0,
        KEPT,
      );
      for (const listener of listeners) listener();
    },
    list: () => kept,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
export type Departures = ReturnType<typeof createDepartures>;
