import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { deleteInBatches } from '#server/db/cleanUp.ts';
import { asc, eq, inArray, lt, sql } from '#server/db/drizzle.ts';
import { signInDelays } from '#server/db/schema/sessions.ts';
import { asAuth } from '#server/db/withTenant.ts';
import { callerOf } from '#server/http/caller.ts';

export interface Account {
  userPoolId: string;
  email: string;
}
export interface Attempt extends Account {
  /** IP address of the request. */
  address: string;
  /** Id of a browser that has signed in to this account before. */
  knownBrowser: string | null;
}

/**
 * How failures delay the next attempt. Every `forgetMs`, one failure is forgotten; a fraction counts as a whole
 * failure.
 */
interface Policy {
  maxFailures: number;
  forgetMs: number;
  delayMs(failures: number): number;
}

/** From the fifth failure: 30 seconds, 1 minute, 2, 4 … up to 1 hour. */
const PER_ACCOUNT: Policy = {
  maxFailures: 12,
  forgetMs: 2 * 60 * 60_000,
  delayMs: (failures) => (failures < 5 ? 0 : Math.min(60 * 60_000, 30_000 * 2 ** (failures - 5))),
};
/** A company may share one address. After 100 failures, each further one adds 0.1 seconds, up to 10 seconds. */
const PER_ADDRESS: Policy = {
  maxFailures: 200,
  forgetMs: 10_000,
  delayMs: (failures) => Math.max(0, failures - 100) * 100,
};
/** From this delay, the owner of the account gets a mail with a link to sign in sooner. */
const LONG_MS = 60_000;
const RETENTION_MS = 24 * 60 * 60_000;

const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url');
const accountKey = ({ userPoolId, email }: Account) => keyOf('account', userPoolId, email);

/**
 * The policy of each key that an attempt counts for. A browser that has signed in to the account before has a separate
 * count, so that other people's guesses neither delay it nor are reset by it.
 */
function countersOf({ knownBrowser, address, ...account }: Attempt): Map<string, Policy> {
  if (knownBrowser !== null)
    return new Map([[keyOf('browser', knownBrowser, account.userPoolId, account.email), PER_ACCOUNT]]);
  return new Map([
    [accountKey(account), PER_ACCOUNT],
    [keyOf('address', callerOf(address)), PER_ADDRESS],
  ]);
}

export interface Begun {
  /** Milliseconds until the attempt is allowed; 0 if it is allowed now. */
  waitMs: number;
  /** Whether the account has enough failures to mail its owner. */
  isLong: boolean;
}

/**
 * Counts sign-in attempts in the database, so that a restart or a second process does not allow more attempts (decision
 * 0039).
 */
export const createSignInDelays = (pool: Pool, now: () => Date) => ({
  /**
   * Counts an attempt as a failure before its password is compared, so that parallel attempts cannot pass together. A
   * refused attempt is not counted, so a retry that is too early does not extend the delay.
   */
  begin: (attempt: Attempt): Promise<Begun> =>
    asAuth(pool, async (tx) => {
      const at = now();
      const counters = countersOf(attempt);
      // Keys are always locked in the same order, so that 2 attempts cannot deadlock.
      const keys = [...counters.keys()].sort();
      await tx
        .insert(signInDelays)
        .values(keys.map((key) => ({ key, failures: 0, countedAt: at, nextAt: at })))
        .onConflictDoNothing();
      const rows = await tx
        .select()
        .from(signInDelays)
        .where(inArray(signInDelays.key, keys))
        .orderBy(asc(signInDelays.key))
        .for('update');
      const counted = rows.map(({ key, failures, countedAt, nextAt }) => {
        const policy = counters.get(key) as Policy;
        const forgotten = Math.max(0, at.getTime() - countedAt.getTime()) / policy.forgetMs;
        const next = Math.min(policy.maxFailures, Math.max(0, failures - forgotten) + 1);
        const isLong = (count: number) =>
          policy === PER_ACCOUNT && policy.delayMs(Math.ceil(count)) >= LONG_MS;
        return {
          key,
          failures: next,
          delayMs: policy.delayMs(Math.ceil(next)),
          // Without a delay, both times are the time of the last attempt. This can be later than the current attempt,
          // which may have waited for the row or run in a process with a different clock.
          waitMs: nextAt > countedAt ? nextAt.getTime() - at.getTime() : 0,
          wasLong: isLong(failures),
          isLong: isLong(next),
        };
      });
      const waitMs = Math.max(0, ...counted.map((counter) => counter.waitMs));
      if (waitMs > 0) return { waitMs, isLong: counted.some(({ wasLong }) => wasLong) };
      for (const { key, failures, delayMs } of counted)
        await tx
          .update(signInDelays)
          .set({ failures, countedAt: at, nextAt: new Date(at.getTime() + delayMs) })
          .where(eq(signInDelays.key, key));
      return { waitMs: 0, isLong: counted.some((counter) => counter.isLong) };
    }),
  /** Undoes the count of a successful attempt, and clears the failures of the account or the browser. */
  succeeded: (attempt: Attempt) =>
    asAuth(pool, async (tx) => {
      const counters = [...countersOf(attempt)].sort(([one], [other]) => (one < other ? -1 : 1));
      for (const [key, policy] of counters)
        if (policy === PER_ACCOUNT) await tx.delete(signInDelays).where(eq(signInDelays.key, key));
        else
          await tx
            .update(signInDelays)
            .set({ failures: sql`greatest(${signInDelays.failures} - 1, 0)` })
            .where(eq(signInDelays.key, key));
    }),
  /** End of the account's delay; null without a delay. Known browsers have separate delays. */
  until: (account: Account): Promise<Date | null> =>
    asAuth(pool, async (tx) => {
      const [row] = await tx
        .select({ nextAt: signInDelays.nextAt })
        .from(signInDelays)
        .where(eq(signInDelays.key, accountKey(account)));
      return row && row.nextAt > now() ? row.nextAt : null;
    }),
  /** Ends the delay of an account, on behalf of its owner or an administrator. */
  unlock: (account: Account) =>
    asAuth(pool, (tx) => tx.delete(signInDelays).where(eq(signInDelays.key, accountKey(account)))),
  /** Deletes expired counts. Skips rows that an attempt has locked. */
  deleteOld: (isStopped: () => boolean = () => false) =>
    deleteInBatches(
      (limit) =>
        asAuth(pool, (tx) => {
          const before = new Date(now().getTime() - RETENTION_MS);
          const old = tx
            .select({ key: signInDelays.key })
            .from(signInDelays)
            .where(lt(signInDelays.countedAt, before))
            .orderBy(asc(signInDelays.countedAt))
            .limit(limit)
            .for('update', { skipLocked: true });
          return tx.delete(signInDelays).where(inArray(signInDelays.key, old));
        }),
      { isStopped },
    ),
});
