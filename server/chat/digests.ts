import type { Pool } from 'pg';
import { deleteInBatches } from '#server/db/cleanUp.ts';
import { and, asc, eq, inArray, isNull, lt, lte, or, type PgColumn, sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { mailDigests as digests, unreadPosts } from '#server/db/schema/chat.ts';
import { asOutbox, type TenantTransaction, withTenant } from '#server/db/withTenant.ts';

/** Longer than the timeouts of the mail server and the messaging service together. */
const LEASE_MS = 120_000;
const DEFAULT_RETENTION_DAYS = 30;

export type Digest = Pick<
  typeof digests.$inferSelect,
  'id' | 'tenantId' | 'receiverId' | 'attempts' | 'handedOverAt'
>;
export type Outcome = { outcome: 'sent' | 'dropped' } | { outcome: 'refused'; reason: string };

/**
 * Schedules one digest for a person. If a digest is already scheduled, the update locks its row, so that it cannot end
 * before this transaction commits and miss the new post.
 */
export async function scheduleDigest(tx: TenantTransaction, receiverId: number, now: Date, due: Date) {
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

/** Ends a digest and schedules the next one for posts that arrived in the meantime. */
async function endDigest(tx: TenantTransaction, digest: Digest, end: Outcome, now: Date, delayMs: number) {
  await tx
    .update(digests)
    .set({
      endedAt: now,
      outcome: end.outcome,
      leasedUntil: null,
      ...(end.outcome === 'refused' && { refusedBecause: end.reason.slice(0, 500) }),
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
  if (next) await scheduleDigest(tx, digest.receiverId, now, new Date(next.createdAt.getTime() + delayMs));
}

/** The dispatcher's access to the scheduled digests of all tenants. */
export const createDigestQueue = (pool: Pool, now: () => Date, delayMs: number) => ({
  /** Leases due digests. Parallel processes get different digests, and expired leases are leased again. */
  lease: (limit: number): Promise<Digest[]> =>
    asOutbox(pool, async (tx) => {
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
  /** Retries later. If the mail may have been sent, the retry sends exactly the same mail. */
  releaseLease: ({ id }: Digest, delayMs: number, { isUncertain }: { isUncertain: boolean }) =>
    asOutbox(pool, (tx) =>
      tx
        .update(digests)
        .set({
          leasedUntil: null,
          notBefore: new Date(now().getTime() + delayMs),
          ...(!isUncertain && { handedOverAt: null }),
        })
        .where(eq(digests.id, id)),
    ),
  /** Deletes posts that were closed long ago, and their digests. Each organisation sets the number of days. */
  async deleteOld(isStopped: () => boolean) {
    const at = now().toISOString();
    const before = (tenantId: PgColumn) => sql`${at}::timestamptz - make_interval(days => coalesce(
      (select s.mail_record_days from organisation_settings as s where s.tenant_id = ${tenantId}), ${DEFAULT_RETENTION_DAYS}))`;
    const oldPosts = (limit: number) =>
      asOutbox(pool, (tx) => {
        const old = tx
          .select({ id: unreadPosts.id })
          .from(unreadPosts)
          .where(lt(unreadPosts.closedAt, before(unreadPosts.tenantId)))
          .orderBy(asc(unreadPosts.closedAt))
          .limit(limit);
        return tx.delete(unreadPosts).where(inArray(unreadPosts.id, old));
      });
    const oldDigests = (limit: number) =>
      asOutbox(pool, (tx) => {
        const old = tx
          .select({ id: digests.id })
          .from(digests)
          .where(
            and(
              lt(digests.endedAt, before(digests.tenantId)),
              sql`not exists (select from unread_posts as post where post.tenant_id = ${digests.tenantId} and post.digest_id = ${digests.id})`,
            ),
          )
          .orderBy(asc(digests.endedAt))
          .limit(limit);
        return tx.delete(digests).where(inArray(digests.id, old));
      });
    for (const deleteBatch of [oldPosts, oldDigests]) await deleteInBatches(deleteBatch, { isStopped });
  },
});
