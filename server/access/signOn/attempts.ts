import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { type CleanUp, deleteInBatches } from '#server/db/cleanUp.ts';
import { and, asc, desc, eq, gt, inArray, isNull, lt } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { signOnAttempts as attempts } from '#server/db/schema/signOn.ts';
import { asMaintenance, type TenantTransaction } from '#server/db/withTenant.ts';

export type Attempt = typeof attempts.$inferSelect;

/** Time limit until the person returns from the identity provider. */
export const ATTEMPT_MS = 10 * 60_000;
/** Time limit until the browser has fetched the session. */
const HANDOFF_MS = 2 * 60_000;
/** How long the result of a test is shown. */
export const TEST_RESULT_MS = 60 * 60_000;

export const newSecret = () => randomBytes(32).toString('base64url');
const hashOf = (secret: string) => createHash('sha256').update(secret).digest();

/** A secret that begins with its tenant, so that row level security applies to its lookup. */
const tenantSecret = (tenantId: number) => `${tenantId}.${newSecret()}`;
export function tenantOf(secret: string): number | null {
  const [, digits] = /^([1-9][0-9]{0,9})\.[A-Za-z0-9_-]{43}$/.exec(secret) ?? [];
  return digits !== undefined && Number(digits) <= 2_147_483_647 ? Number(digits) : null;
}

/** Stores a new attempt with its own state, nonce and verifier. */
export async function insertAttempt(
  tx: TenantTransaction,
  start: Pick<Attempt, 'purpose' | 'startedBy' | 'providerVersion' | 'target'> & {
    browser: string;
    at: Date;
  },
) {
  const { browser, at, ...fields } = start;
  const secrets = { state: tenantSecret(tx.tenantId), nonce: newSecret(), verifier: newSecret() };
  await tx.insert(attempts).values({
    ...fields,
    id: newId(),
    tenantId: tx.tenantId,
    stateHash: hashOf(secrets.state),
    browserHash: hashOf(browser),
    nonce: secrets.nonce,
    verifier: secrets.verifier,
    createdAt: at,
    expiresAt: new Date(at.getTime() + ATTEMPT_MS),
  });
  return secrets;
}

/**
 * Uses up an attempt. Null for an unknown, expired or used attempt. Also null for another browser, without using up the
 * attempt.
 */
export async function useAttempt(
  tx: TenantTransaction,
  { state, browser, at }: { state: string; browser: string; at: Date },
): Promise<Attempt | null> {
  const [attempt] = await tx
    .update(attempts)
    .set({ usedAt: at })
    .where(
      and(
        eq(attempts.stateHash, hashOf(state)),
        eq(attempts.browserHash, hashOf(browser)),
        isNull(attempts.usedAt),
        gt(attempts.expiresAt, at),
      ),
    )
    .returning();
  return attempt ?? null;
}

/** Records the person who signs in. Returns the secret with which the browser fetches the session once. */
export async function finishAttempt(tx: TenantTransaction, { id }: Attempt, userId: number, at: Date) {
  const handoff = tenantSecret(tx.tenantId);
  await tx
    .update(attempts)
    .set({ userId, handoffHash: hashOf(handoff), expiresAt: new Date(at.getTime() + HANDOFF_MS) })
    .where(eq(attempts.id, id));
  return handoff;
}

/** The person who signs in with this secret. Null for an unknown, expired or used secret, and for another browser. */
export async function takeHandoff(
  tx: TenantTransaction,
  { handoff, browser, at }: { handoff: string; browser: string; at: Date },
): Promise<number | null> {
  const [attempt] = await tx
    .update(attempts)
    .set({ handedOverAt: at })
    .where(
      and(
        eq(attempts.handoffHash, hashOf(handoff)),
        eq(attempts.browserHash, hashOf(browser)),
        isNull(attempts.handedOverAt),
        gt(attempts.expiresAt, at),
      ),
    )
    .returning({ userId: attempts.userId });
  return attempt?.userId ?? null;
}

export const saveTestResult = (tx: TenantTransaction, { id }: Attempt, result: object, at: Date) =>
  tx
    .update(attempts)
    .set({ result: JSON.stringify(result), expiresAt: new Date(at.getTime() + TEST_RESULT_MS) })
    .where(eq(attempts.id, id));

/** An administrator's newest test, if it is recent enough. */
export async function findTest(tx: TenantTransaction, userId: number, at: Date) {
  const [attempt] = await tx
    .select()
    .from(attempts)
    .where(and(eq(attempts.startedBy, userId), eq(attempts.purpose, 'test'), gt(attempts.expiresAt, at)))
    .orderBy(desc(attempts.createdAt))
    .limit(1);
  return attempt ?? null;
}

/** Deletes ended attempts, including the claims that tests showed. */
export const signOnCleanUp = (pool: Pool, now: () => Date): CleanUp => ({
  what: 'sign-on attempts',
  deleteOld: (isStopped) =>
    deleteInBatches(
      (limit) =>
        asMaintenance(pool, (tx) => {
          const old = tx
            .select({ id: attempts.id })
            .from(attempts)
            .where(lt(attempts.expiresAt, now()))
            .orderBy(asc(attempts.expiresAt))
            .limit(limit);
          return tx.delete(attempts).where(inArray(attempts.id, old));
        }),
      { isStopped },
    ),
});
