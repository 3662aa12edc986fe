import { readSettings } from '#server/administration/settings/index.ts';
import { noticeHours } from '#server/chat/index.ts';
import { sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { dayOf } from '#server/formats.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';
import { type Cadence, currentPeriod, plusDays, timingOf } from './periods.ts';

const SATURDAY = 6;

type NoticeType = 'CHECK_IN_OPENED' | 'CHECK_IN_DUE';
export interface Notice {
  type: NoticeType;
  week: string;
  opensAt: Date;
}

/** Today's notice for people in a time zone: on the first working day of an open check-in, and on its due day. */
export function noticeOf(now: Date, timeZone: string, cadence: Cadence): Notice | null {
  const today = dayOf(now, { timeZone });
  const period = currentPeriod(now, timeZone, cadence);
  const { opensAt, dueAt } = timingOf(period, timeZone);
  const notice = (type: NoticeType): Notice => ({ type, week: period.start, opensAt });
  if (today === dayOf(dueAt, { timeZone })) return now < dueAt ? notice('CHECK_IN_DUE') : null;
  return today === firstWorkingDay(period.start) ? notice('CHECK_IN_OPENED') : null;
}

function firstWorkingDay(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return plusDays(day, weekday === SATURDAY ? 2 : weekday === 0 ? 1 : 0);
}

/**
 * Notifies people once that a check-in is open and once that it is due, unless they have sent or skipped it. New
 * accounts get no notice about a check-in that opened before they were created or joined.
 */
export async function sendCheckInNotices(tx: TenantTransaction, now: Date): Promise<number> {
  const { rows: zones } = await tx.execute<{ timeZone: string }>(
    sql`select distinct u.time_zone as "timeZone" from users as u where u.status = 'active'`,
  );
  const { checkInCadence, quietHours } = await readSettings(tx);
  const isOpen = noticeHours(quietHours, now);
  let sent = 0;
  for (const { timeZone } of zones) {
    if (!isOpen(timeZone)) continue;
    const notice = noticeOf(now, timeZone, checkInCadence);
    if (notice) sent += await send(tx, timeZone, notice, now);
  }
  return sent;
}

async function send(tx: TenantTransaction, timeZone: string, { type, week, opensAt }: Notice, now: Date) {
  const keyOf = (userId: number) => `check-in:${type}:${week}:${userId}`;
  const { rows } = await tx.execute<{ userId: number }>(sql`
    select u.id as "userId" from users as u
    where u.status = 'active' and u.time_zone = ${timeZone} and greatest(u.created_at, u.joined_at) <= ${opensAt}
      and exists (select from propensity_results as r where r.user_id = u.id)
      and not exists (select from check_ins as c
        where c.user_id = u.id and c.week = ${week} and c.state <> 'open')
      and not exists (select from notifications_outbox as o
        where o.dedupe_key = ${keyOf(0).slice(0, -1)} || u.id)
    order by u.id`);
  await enqueueNotifications(
    tx,
    rows.map(({ userId }) => ({
      receiverId: userId,
      dedupeKey: keyOf(userId),
      body: { notificationType: type, payload: {} },
    })),
    now,
  );
  return rows.length;
}
