/** Longer than anything that the client itself waits for in a test on the real SDK. */
const LONG_MS = 20_000;

/**
 * The SDK waits for its next heartbeat, 29 s, also when it was destroyed: it keeps the timer to itself. In a browser that
 * costs nothing; a test would hold its process for as long. Called before the first client.
 */
export function letHeartbeatsGo(): void {
  globalThis.setTimeout = new Proxy(globalThis.setTimeout, {
    apply(wait, self, given: Parameters<typeof setTimeout>) {
      const timer = Reflect.apply(wait, self, given);
      if (Number(given[1]) >= LONG_MS) timer.unref();
      return timer;
    },
  });
}
