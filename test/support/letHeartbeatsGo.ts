/** Longer than any timer of our client in a test with the real SDK. */
const LONG_MS = 20_000;

/**
 * The SDK keeps the timer of its next heartbeat (29 s) even after it was destroyed. This does no harm in a browser, but
 * a test process would wait for the timer. Call it before the first client is created.
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
