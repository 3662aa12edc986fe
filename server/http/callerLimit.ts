import { callerOf } from './caller.ts';
import { HttpError, tooManyRequests } from './httpError.ts';

const WINDOW_MS = 60_000;

/**
 * Limits calls without a valid token by IP address. A call is counted before its token is checked, and the count is
 * undone if the token is valid, so that people behind one address do not share a limit. Each process counts separately.
 */
export function createCallerLimit(max: number, now: () => Date) {
  const counts = new Map<string, number>();
  let endsAt = 0;
  const add = (caller: string, change: number) => {
    const count = Math.max(0, (counts.get(caller) ?? 0) + change);
    counts.set(caller, count);
    return count;
  };
  return async <T>(ip: string, authenticate: () => Promise<T>): Promise<T> => {
    const at = now().getTime();
    if (at >= endsAt) {
      counts.clear();
      endsAt = at + WINDOW_MS;
    }
    const caller = callerOf(ip);
    if (add(caller, 1) > max)
      throw tooManyRequests('Too many requests. Wait a moment and try again.', (endsAt - at) / 1_000);
    try {
      const result = await authenticate();
      add(caller, -1);
      return result;
    } catch (error) {
      // A failure of the database does not count against the caller.
      if (!(error instanceof HttpError)) add(caller, -1);
      throw error;
    }
  };
}
