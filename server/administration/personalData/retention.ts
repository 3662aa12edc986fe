import type { Pool } from 'pg';
import { ERASURE_WAIT_MS, type KeptFor } from '#contract/administration/dataRequests.ts';
import { readSettings } from '#server/administration/settings/index.ts';
import { deleteInBatches } from '#server/db/cleanUp.ts';
import { and, eq, isNull, sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { users } from '#server/db/schema/people.ts';
import { dataRequests } from '#server/db/schema/personalData.ts';
import { asOwner, type TenantTransaction } from '#server/db/withTenant.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Number of rows inserted per statement, which can have 65,535 parameters. */
const BATCH = 1_000;

/** Days for which the organisation keeps each kind of data. Null: until the person is erased. */
export async function readKeptFor(tx: TenantTransaction): Promise<KeptFor> {
  const { checkInDays, deactivatedDays, mailRecordDays, linkRecordDays } = await readSettings(tx);
  return { checkInDays, deactivatedDays, mailRecordDays, linkRecordDays };
}

/**
 * Plans the erasure of people who were deactivated long ago, 14 days before it begins, and cancels erasures that the
 * setting no longer requires, for example because the person was reactivated (decision 0131).
 */
export async function planErasures(tx: TenantTransaction, days: number | null, now: Date): Promise<void> {
  const isOver =
    days === null
      ? sql`false`
      : and(
          eq(users.status, 'deactivated'),
          isNull(users.erasedAt),
          sql`${users.deactivatedAt} <= ${new Date(now.getTime() + ERASURE_WAIT_MS - days * DAY_MS).toISOString()}`,
        );
  const over = tx.select({ id: users.id }).from(users).where(isOver);
  await tx
    .update(dataRequests)
    .set({ state: 'cancelled', endedAt: now })
    .where(
      and(
        eq(dataRequests.byRule, true),
        eq(dataRequests.state, 'waiting'),
        sql`${dataRequests.userId} not in ${over}`,
      ),
    );
  const people = await over;
  for (let at = 0; at < people.length; at += BATCH)
    await tx
      .insert(dataRequests)
      .values(
        people.slice(at, at + BATCH).map(({ id }) => ({
          id: newId(),
          tenantId: tx.tenantId,
          userId: id,
          kind: 'erasure' as const,
          state: 'waiting' as const,
          byRule: true,
          requestedAt: now,
          dueAt: new Date(now.getTime() + ERASURE_WAIT_MS),
        })),
      )
      .onConflictDoNothing();
}

/** Deletes check-ins that began more than this many days ago, with everything that belongs to them. */
export const deleteOldCheckIns = (
  pool: Pool,
  tenantId: number,
  days: number,
  now: Date,
  signal: AbortSignal,
) =>
  deleteInBatches(
    (limit) =>
      // A login that is a superuser is not subject to row level security, so each statement names the organisation.
      asOwner(pool, tenantId, async (tx) => {
        const before = new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);
        const isOld = sql`tenant_id = ${tenantId} and week < ${before}`;
        await tx.execute(sql`delete from check_in_questions where ${isOld}`);
        await tx.execute(sql`delete from check_in_reminders where ${isOld}`);
        return tx.execute(sql`
          with old as materialized (select id from check_ins where ${isOld} limit ${limit}),
            comments as (
              delete from check_in_comments where tenant_id = ${tenantId} and check_in_id in (select id from old)),
            follow_ups as (
              delete from check_in_follow_ups where tenant_id = ${tenantId} and check_in_id in (select id from old))
          delete from check_ins where tenant_id = ${tenantId} and id in (select id from old)`);
      }),
    { isStopped: () => signal.aborted },
  );
