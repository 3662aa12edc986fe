import type { Pool } from 'pg';
import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from '../db/drizzle.ts';
import { newId } from '../db/ids.ts';
import { mailDigests as digests, unreadPosts } from '../db/schema/chat.ts';
import { asCourier, type TenantTransaction, withTenant } from '../db/withTenant.ts';

/** Longer than a mail server and the messaging service may keep us waiting together. */
const LEASE_MS = 120_000;
const KEPT_MS = 30 * 24 * 60 * 60_000;

export type Digest = Pick<
  typeof digests.$inferSelect,
  'id' | 'tenantId' | 'receiverId' | 'attempts' | 'handedOverAt'
>;
export type Outcome = { outcome: 'sent' | 'dropped' } | { outcome: 'refused'; because: string };

/**
 * One mail waits for each person. Where one waits its row is taken hold of, so that it cannot end between this look at it
 * and the end of this transaction, whose post it would then have missed.
 */
export async function awaitDigest(tx: TenantTransaction, receiverId: number, now: Date, due: Date) {
  const { tenantId } = tx;
  await tx
    .insert(digests)
    .values({
      id: newId(),
      tenantId,
      receiverId,
      createdAt: now,
      notBefore: due,
    })
    .onConflictDoUpdate({
      target: [digests.tenantId, digests.receiverId],
      targetWhere: isNull(digests.endedAt),
      set: { receiverId },
    });
}

/** Ends a mail. Posts that came while it was under way get another one. */
async function endDigest(tx: TenantTransaction, digest: Digest, end: Outcome, now: Date, delayMs: number) {
  await tx
    .update(digests)
    .set({
      endedAt: now,
      outcome: end.outcome,
      leasedUntil: null,
      ...(end.outcome === 'refused' && { refusedBecause: end.because.slice(0, 500) }),
    })
    .where(eq(digests.id, digest.id));
  const [next] = await tx
    .select({ createdAt: unreadPosts.createdAt })
    .from(unreadPosts)
    .where(
      and(
        eq(unreadPosts.receiverId, digest.receiverId),
        isNull(unreadPosts.closedAt),
        isNull(unreadPosts.digestId),
      ),
    )
    .orderBy(asc(unreadPosts.createdAt))
    .limit(1);
  if (next) await awaitDigest(tx, digest.receiverId, now, new Date(next.createdAt.getTime() + delayMs));
}

/** The waiting mails of every organisation, as the one who sends them sees them. */
export const createDigestQueue = (pool: Pool, now: () => Date, delayMs: number) => ({
  /** Takes what is due. Several processes take different ones; what a process left behind is taken again. */
  lease: (limit: number): Promise<Digest[]> =>
    asCourier(pool, async (tx) => {
      const at = now();
      const due = await tx
        .select({ id: digests.id })
        .from(digests)
        .where(
          and(
            isNull(digests.endedAt),
            lte(digests.notBefore, at),
            or(isNull(digests.leasedUntil), lte(digests.leasedUntil, at)),
          ),
        )
        .orderBy(asc(digests.notBefore))
        .limit(limit)
        .for('update', { skipLocked: true });
      if (due.length === 0) return [];
      return tx
        .update(digests)
        .set({ leasedUntil: new Date(at.getTime() + LEASE_MS), attempts: sql`${digests.attempts} + 1` })
        .where(
          inArray(
            digests.id,
            due.map(({ id }) => id),
          ),
        )
        .returning();
    }),
  end: (digest: Digest, end: Outcome) =>
    withTenant(pool, digest.tenantId, (tx) => endDigest(tx, digest, end, now(), delayMs)),
  /** Not now. When it may have gone out all the same, the next try is the very same mail. */
  giveBack: ({ id }: Digest, waitMs: number, { isInDoubt }: { isInDoubt: boolean }) =>
    asCourier(pool, (tx) =>
      tx
        .update(digests)
        .set({
          leasedUntil: null,
          notBefore: new Date(now().getTime() + waitMs),
          ...(!isInDoubt && { handedOverAt: null }),
        })
        .where(eq(digests.id, id)),
    ),
  /** What was read a month ago, and the mails about it. */
  forgetOld: () =>
    asCourier(pool, async (tx) => {
      const before = new Date(now().getTime() - KEPT_MS);
      await tx.delete(unreadPosts).where(lt(unreadPosts.closedAt, before));
      await tx
        .delete(digests)
        .where(
          and(
            isNotNull(digests.endedAt),
            lt(digests.endedAt, before),
            sql`not exists (select from unread_posts as post where post.tenant_id = ${digests.tenantId} and post.digest_id = ${digests.id})`,
          ),
        );
    }),
});
