/** Below this a difference is the second that a `Date` header cannot tell, or the way of the answer. */
const NOTICEABLE_MS = 2_000;

/** The service's time as far as its answers tell it: a browser's clock may be wrong by hours. */
export interface ServerClock {
  now(): number;
  serverNow(): number;
  /** A time of the service by our own clock. */
  ourTime(serverTime: number): number;
  note(date: string | null): void;
  sleep(ms: number): Promise<void>;
}

export function createServerClock(now: () => number = Date.now): ServerClock {
  let offset = 0;
  return {
    now,
    serverNow: () => now() + offset,
    ourTime: (serverTime) => serverTime - offset,
    note(date) {
      const told = date === null ? Number.NaN : Date.parse(date);
      if (Number.isNaN(told)) return;
      const difference = told - now();
      if (Math.abs(difference - offset) > NOTICEABLE_MS)
        offset = Math.abs(difference) > NOTICEABLE_MS ? difference : 0;
    },
    sleep: (ms) => (ms <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms))),
  };
}
