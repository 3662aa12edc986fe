import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { and, asc, eq, gt, inArray, lt } from '#server/db/drizzle.ts';
import { signInFailures } from '#server/db/schema/sessions.ts';
import { asAuth } from '#server/db/withTenant.ts';

const WINDOW_MS = 15 * 60_000;
const PER_ACCOUNT = 5;
const PER_ADDRESS = 100;

export interface Attempt {
  userPoolId: string;
  email: string;
  /** The IP address of the request. */
  address: string;
}

const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url');
const accountKey = ({ userPoolId, email }: Attempt) => keyOf('account', userPoolId, email);
const addressKey = ({ address }: Attempt) => keyOf('address', address);

/** Counts failed sign-ins in the database, so that a restart or a second process does not allow more attempts (decision 0039). */
export const createSignInFailures = (pool: Pool, now: () => Date) => ({
  /** Seconds until this attempt is allowed; 0 when it is allowed now. */
  async secondsToWait(attempt: Attempt): Promise<number> {
    const since = new Date(now().getTime() - WINDOW_MS);
    const rows = await asAuth(pool, (tx) =>
      tx
        .select({ key: signInFailures.key, at: signInFailures.at })
        .from(signInFailures)
        .where(
          and(
            inArray(signInFailures.key, [accountKey(attempt), addressKey(attempt)]),
            gt(signInFailures.at, since),
          ),
        )
        .orderBy(asc(signInFailures.at)),
    );
    const wait = (key: string, limit: number) => {
      const times = rows.filter((row) => row.key === key);
      const blocking = times[times.length - limit];
      return blocking ? (blocking.at.getTime() - since.getTime()) / 1_000 : 0;
    };
    return Math.max(wait(accountKey(attempt), PER_ACCOUNT), wait(addressKey(attempt), PER_ADDRESS));
  },
  async record(attempt: Attempt) {
    const at = now();
    await asAuth(pool, async (tx) => {
      await tx.insert(signInFailures).values([
        { key: accountKey(attempt), at },
        { key: addressKey(attempt), at },
      ]);
      await tx.delete(signInFailures).where(lt(signInFailures.at, new Date(at.getTime() - WINDOW_MS)));
    });
  },
  /** Resets the count of the account after a successful sign-in. The count of the IP address stays. */
  async clear(attempt: Attempt) {
    await asAuth(pool, (tx) => tx.delete(signInFailures).where(eq(signInFailures.key, accountKey(attempt))));
  },
});

/** Runs work one by one for each key, so that a failed attempt is counted before the next one for the same account. */
export function createQueue() {
  const tails = new Map<string, Promise<unknown>>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const turn = (tails.get(key) ?? Promise.resolve()).then(work, work);
    tails.set(key, turn);
    try {
      return await turn;
    } finally {
      if (tails.get(key) === turn) tails.delete(key);
    }
  };
}
