const NAME = 'trellis-refresh';
/** A tab that was frozen in the middle of a refresh must not hold up the others for ever. */
const STEAL_AFTER_MS = 10_000;

export type Lock = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * One refresh at a time over all tabs of a browser. Where the browser has no locks (plain http on a network address) tabs
 * may refresh at once; the service's grace then gives each the same successor.
 */
export function refreshLock(locks: LockManager | undefined): Lock {
  if (!locks) return (work) => work();
  return async (work) => {
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), STEAL_AFTER_MS);
    let hasBegun = false;
    const begin = () => {
      hasBegun = true;
      clearTimeout(timer);
      return work();
    };
    try {
      return await locks.request(NAME, { signal: waiting.signal }, begin);
    } catch (error) {
      if (hasBegun) throw error;
      return await locks.request(NAME, { steal: true }, begin);
    }
  };
}
