/** A payload that this browser sent to a service other than Trellis. */
export interface OutboundEntry {
  id: number;
  at: number;
  to: 'error reports' | 'analytics';
  payload: string;
}
const MAX_ENTRIES = 100;

/** The last 100 payloads. They are outside the state, because time travel does not change what was sent. */
export function createOutboundLog(now: () => number) {
  let entries: readonly OutboundEntry[] = [];
  let count = 0;
  const listeners = new Set<() => void>();
  return {
    add(to: OutboundEntry['to'], payload: unknown) {
      count += 1;
      entries = [{ id: count, at: now(), to, payload: JSON.stringify(payload, null, 1) }, ...entries].slice(
        0,
        MAX_ENTRIES,
      );
      for (const listener of listeners) listener();
    },
    list: () => entries,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
export type OutboundLog = ReturnType<typeof createOutboundLog>;
