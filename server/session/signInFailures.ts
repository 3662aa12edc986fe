import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { and, asc, eq, gt, inArray, lt } from '../db/drizzle.ts';
import { signInFailures } from '../db/schema/sessions.ts';
import { atTheDoor } from '../db/withTenant.ts';

const WINDOW_MS = 15 * 60_000;
const PER_ACCOUNT = 5;
const PER_ADDRESS = 100;

export interface Attempt {
  userPoolId: string;
  email: string;
  /** The network address it comes from. */
  address: string;
}

const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url');
const accountKey = ({ userPoolId, email }: Attempt) => keyOf('account', userPoolId, email);
const addressKey = ({ address }: Attempt) => keyOf('address', address);

/**
 * Refused sign-ins are counted in the database, not in memory: a restart does not give a guesser five more, nor does a
 * second process.
 */
export const createSignInFailures = (pool: Pool, now: () => Date) => ({
  /** Seconds until this attempt may be made; 0 when it may be made now. */
  async secondsToWait(attempt: Attempt): Promise<number> {
    const since = new Date(now().getTime() - WINDOW_MS);
    const rows = await atTheDoor(pool, (tx) =>
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
      const firstThatCounts = times[times.length - limit];
      return firstThatCounts ? (firstThatCounts.at.getTime() - since.getTime()) / 1_000 : 0;
    };
    return Math.max(wait(accountKey(attempt), PER_ACCOUNT), wait(addressKey(attempt), PER_ADDRESS));
  },
  async note(attempt: Attempt) {
    const at = now();
    await atTheDoor(pool, async (tx) => {
      await tx.insert(signInFailures).values([
        { key: accountKey(attempt), at },
        { key: addressKey(attempt), at },
      ]);
      await tx.delete(signInFailures).where(lt(signInFailures.at, new Date(at.getTime() - WINDOW_MS)));
    });
  },
  /** Who is in is no guesser: the account begins from nothing (the address does not). */
  async forgive(attempt: Attempt) {
    await atTheDoor(pool, (tx) =>
      tx.delete(signInFailures).where(eq(signInFailures.key, accountKey(attempt))),
    );
  },
});

/** One after the other for each key, so that parallel guesses at one account are counted before the next is made. */
export function createQueues() {
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
