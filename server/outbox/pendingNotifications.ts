import type { Pool } from 'pg';
import { deleteInBatches } from '#server/db/cleanUp.ts';
import { and, asc, count, eq, inArray, isNull, lt, sql } from '#server/db/drizzle.ts';
import { notificationsOutbox as outbox } from '#server/db/schema/outbox.ts';
import { asOutbox } from '#server/db/withTenant.ts';

export type PendingNotification = Pick<
  typeof outbox.$inferSelect,
  | 'id'
  | 'tenantId'
  | 'receiverId'
  | 'body'
  | 'attempts'
  | 'position'
  | 'leasedUntil'
  | 'requestId'
  | 'traceparent'
>;

/** After this time, the notifications of a crashed process are available to other processes. */
const LEASE_MS = 30_000;
const RETENTION_MS = 30 * 24 * 60 * 60_000;
const LEASE_LOCK = 7_305_002;

const isPending = and(isNull(outbox.sentAt), isNull(outbox.refusedAt));

/** The dispatcher's access to the outbox. No transaction stays open during a network call. */
export const createPendingNotifications = (pool: Pool, now: () => Date) => ({
  /**
   * Leases due notifications, oldest first. Skips receivers with a notification that is leased or delayed, to keep their
   * order. One process leases at a time; several deliver in parallel.
   */
  lease: (limit: number): Promise<PendingNotification[]> =>
    asOutbox(pool, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${LEASE_LOCK})`);
      const at = now();
      const due = await tx
        .select({ id: outbox.id })
        .from(outbox)
        .where(
          and(
            isPending,
            sql`not exists (select from notifications_outbox as other
              where other.receiver_id = ${outbox.receiverId} and other.sent_at is null and other.refused_at is null
              and (other.leased_until > ${at} or other.not_before > ${at}))`,
          ),
        )
        .orderBy(asc(outbox.position))
        .limit(limit);
      if (due.length === 0) return [];
      const leased = await tx
        .update(outbox)
        .set({ leasedUntil: new Date(at.getTime() + LEASE_MS), attempts: sql`${outbox.attempts} + 1` })
        .where(
          inArray(
            outbox.id,
            due.map(({ id }) => id),
          ),
        )
        .returning();
      return leased.sort((a, b) => a.position - b.position);
    }),
  markSent: (id: string) =>
    asOutbox(pool, (tx) =>
      tx.update(outbox).set({ sentAt: now(), leasedUntil: null }).where(eq(outbox.id, id)),
    ),
  markRefused: (id: string, reason: string) =>
    asOutbox(pool, (tx) =>
      tx
        .update(outbox)
        .set({ refusedAt: now(), refusedBecause: reason.slice(0, 500), leasedUntil: null })
        .where(eq(outbox.id, id)),
    ),
  releaseLease: (ids: string[], delayMs: number) =>
    asOutbox(pool, (tx) =>
      tx
        .update(outbox)
        .set({ leasedUntil: null, notBefore: new Date(now().getTime() + delayMs) })
        .where(inArray(outbox.id, ids)),
    ),
  async deleteOld(isStopped: () => boolean) {
    const before = new Date(now().getTime() - RETENTION_MS);
    for (const end of [outbox.sentAt, outbox.refusedAt])
      await deleteInBatches(
        (limit) =>
          asOutbox(pool, (tx) => {
            const old = tx
              .select({ id: outbox.id })
              .from(outbox)
              .where(lt(end, before))
              .orderBy(asc(end))
              .limit(limit);
            return tx.delete(outbox).where(inArray(outbox.id, old));
          }),
        { isStopped },
      );
  },
  async count(): Promise<number> {
    const [row] = await asOutbox(pool, (tx) => tx.select({ n: count() }).from(outbox).where(isPending));
    return row?.n ?? 0;
  },
});
