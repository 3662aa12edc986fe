const NAME = 'trellis-refresh';
/** A tab that is frozen during a refresh must not block the other tabs forever. */
const STEAL_AFTER_MS = 10_000;

export type Lock = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Allows one refresh at a time across all tabs. Without Web Locks (plain http on a network address) tabs may refresh at
 * the same time. The server's grace period then gives all of them the same token.
 */
export function refreshLock(locks: LockManager | undefined): Lock {
  if (!locks) return (work) => work();
  return async (work) => {
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), STEAL_AFTER_MS);
    let hasStarted = false;
    const start = () => {
      hasStarted = true;
      clearTimeout(timer);
      return work();
    };
    try {
      return await locks.request(NAME, { signal: waiting.signal }, start);
    } catch (error) {
      if (hasStarted) throw error;
      return await locks.request(NAME, { steal: true }, start);
    }
  };
}
