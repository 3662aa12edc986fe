/** Smaller differences come from latency or from the `Date` header, which counts whole seconds. */
const MIN_OFFSET_MS = 2_000;

/** The server's time, estimated from its responses, because the browser's clock may be wrong by hours. */
export interface ServerClock {
  now(): number;
  serverNow(): number;
  /** Converts a server time to the browser's clock. */
  toLocalTime(serverTime: number): number;
  note(date: string | null): void;
  sleep(ms: number): Promise<void>;
}

export function createServerClock(now: () => number = Date.now): ServerClock {
  let offset = 0;
  return {
    now,
    serverNow: () => now() + offset,
    toLocalTime: (serverTime) => serverTime - offset,
    note(date) {
      const serverTime = date === null ? Number.NaN : Date.parse(date);
      if (Number.isNaN(serverTime)) return;
      const difference = serverTime - now();
      if (Math.abs(difference - offset) > MIN_OFFSET_MS)
        offset = Math.abs(difference) > MIN_OFFSET_MS ? difference : 0;
    },
    sleep: (ms) => (ms <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms))),
  };
}
