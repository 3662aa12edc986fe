import type { CoachingDay, DayChange } from '#contract/learning/calendar.ts';
import { MAX_CHANGED_DAYS } from '#contract/learning/calendar.ts';
import { DAY_MS, dayNumberOf, dayText } from '#contract/timeZones.ts';
import { and, asc, eq, gte, lte } from '#server/db/drizzle.ts';
import { coachingDays } from '#server/db/schema/coaching.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { badRequest } from '#server/http/httpError.ts';
import { findTimeZone } from './sources.ts';

/** Days off and days with other hours, from today on. */
export async function findDays(tx: TenantTransaction, userId: number, now: Date): Promise<CoachingDay[]> {
  const today = dayText(dayNumberOf(now.getTime(), await findTimeZone(tx, userId)));
  const rows = await tx
    .select()
    .from(coachingDays)
    .where(and(eq(coachingDays.userId, userId), gte(coachingDays.day, today)))
    .orderBy(asc(coachingDays.day));
  return rows.map(({ day, fromTime, untilTime }) => ({
    day,
    hours: fromTime !== null && untilTime !== null ? { from: fromTime, until: untilTime } : null,
  }));
}

const daysOf = ({ firstDay, lastDay }: { firstDay: string; lastDay: string }): string[] => {
  const [first, last] = [Date.parse(firstDay) / DAY_MS, Date.parse(lastDay) / DAY_MS];
  if (last < first) throw badRequest({ lastDay: 'must not be before the first day' });
  if (last - first >= MAX_CHANGED_DAYS)
    throw badRequest({ lastDay: `must be at most ${MAX_CHANGED_DAYS} days after the first day` });
  return Array.from({ length: last - first + 1 }, (_, index) => dayText(first + index));
};

/** Sets the hours for some days, other than the working hours, or no hours. */
export async function setDays(tx: TenantTransaction, userId: number, { hours, ...range }: DayChange) {
  const days = daysOf(range);
  await removeDays(tx, userId, range);
  await tx.insert(coachingDays).values(
    days.map((day) => ({
      tenantId: tx.tenantId,
      userId,
      day,
      fromTime: hours?.from ?? null,
      untilTime: hours?.until ?? null,
    })),
  );
}

/** The working hours apply again. */
export async function removeDays(
  tx: TenantTransaction,
  userId: number,
  range: { firstDay: string; lastDay: string },
) {
  daysOf(range);
  await tx
    .delete(coachingDays)
    .where(
      and(
        eq(coachingDays.userId, userId),
        gte(coachingDays.day, range.firstDay),
        lte(coachingDays.day, range.lastDay),
      ),
    );
}
