import type { Pool } from 'pg';
import { and, asc, count, eq, inArray, isNull, lt, or, sql } from '../db/drizzle.ts';
import { notificationsOutbox as outbox } from '../db/schema/outbox.ts';
import { asCourier } from '../db/withTenant.ts';

export type Waiting = Pick<
  typeof outbox.$inferSelect,
  'id' | 'tenantId' | 'receiverId' | 'body' | 'attempts' | 'position' | 'leasedUntil'
>;

/** A process that dies while delivering gives its notifications back after this. */
const LEASE_MS = 30_000;
const KEPT_MS = 30 * 24 * 60 * 60_000;
const LEASE_LOCK = 7_305_002;

const isWaiting = and(isNull(outbox.sentAt), isNull(outbox.refusedAt));

/** The outbox as its dispatcher sees it. No transaction stays open while something is on the wire. */
export const createWaitingNotifications = (pool: Pool, now: () => Date) => ({
  /**
   * Takes what is due, oldest first. A receiver of whom anything is being delivered, or has to wait, is left alone, so
   * that their notifications keep their order. One process leases at a time; they deliver side by side.
   */
  lease: (limit: number): Promise<Waiting[]> =>
    asCourier(pool, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${LEASE_LOCK})`);
      const at = now();
      const due = await tx
        .select({ id: outbox.id })
        .from(outbox)
        .where(
          and(
            isWaiting,
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
    asCourier(pool, (tx) =>
      tx.update(outbox).set({ sentAt: now(), leasedUntil: null }).where(eq(outbox.id, id)),
    ),
  markRefused: (id: string, because: string) =>
    asCourier(pool, (tx) =>
      tx
        .update(outbox)
        .set({ refusedAt: now(), refusedBecause: because.slice(0, 500), leasedUntil: null })
        .where(eq(outbox.id, id)),
    ),
  giveBack: (ids: string[], waitMs: number) =>
    asCourier(pool, (tx) =>
      tx
        .update(outbox)
        .set({ leasedUntil: null, notBefore: new Date(now().getTime() + waitMs) })
        .where(inArray(outbox.id, ids)),
    ),
  forgetOld: () =>
    asCourier(pool, (tx) => {
      const before = new Date(now().getTime() - KEPT_MS);
      return tx.delete(outbox).where(or(lt(outbox.sentAt, before), lt(outbox.refusedAt, before)));
    }),
  async count(): Promise<number> {
    const [row] = await asCourier(pool, (tx) => tx.select({ n: count() }).from(outbox).where(isWaiting));
    return row?.n ?? 0;
  },
});
