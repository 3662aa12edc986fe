import { DAY_MS, instantOf, wallTimeOf } from '#contract/timeZones.ts';
import { and, asc, eq, gt } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { coachingSessions } from '#server/db/schema/coaching.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { bookTime } from './bookings.ts';
import { type FullSession, findBookings, findTimeZones } from './coachingRepository.ts';

const MINUTE_MS = 60_000;

/** The sessions of a series in order, and null for a single session. */
export async function findSeries(tx: TenantTransaction, { seriesId }: FullSession) {
  if (seriesId === null) return null;
  return tx
    .select({
      sessionId: coachingSessions.id,
      startsAt: coachingSessions.startsAt,
      state: coachingSessions.state,
    })
    .from(coachingSessions)
    .where(eq(coachingSessions.seriesId, seriesId))
    .orderBy(asc(coachingSessions.seriesN));
}

/** The sessions of the series after this one that are still to come. One of them may have been moved before this one. */
export async function findFollowing(tx: TenantTransaction, { seriesId, seriesN }: FullSession, now: Date) {
  if (seriesId === null || seriesN === null) return [];
  const rows = await tx
    .select({ id: coachingSessions.id })
    .from(coachingSessions)
    .where(
      and(
        eq(coachingSessions.seriesId, seriesId),
        gt(coachingSessions.seriesN, seriesN),
        eq(coachingSessions.state, 'scheduled'),
        gt(coachingSessions.startsAt, now),
      ),
    )
    .orderBy(asc(coachingSessions.seriesN));
  return rows.map(({ id }) => id);
}

/**
 * After the first time of a series is confirmed, books the other sessions at the same time of day in the zone of the
 * person who planned it, even across clock changes. A date on which one of the two people has another session is left
 * out. Returns the booked sessions.
 */
export async function bookSeries(
  tx: TenantTransaction,
  session: FullSession,
  startsAt: Date,
  now: Date,
): Promise<FullSession[]> {
  const { seriesId, seriesN, seriesWeeks, seriesCount, learnerId, peerId, minutes } = session;
  if (seriesId === null || seriesN !== 1 || seriesWeeks === null || seriesCount === null) return [];
  const timeZone = (await findTimeZones(tx, [session.createdBy])).get(session.createdBy) ?? 'UTC';
  const wall = wallTimeOf(startsAt.getTime(), timeZone);
  const booked: FullSession[] = [];
  for (let n = 2; n <= seriesCount; n++) {
    const from = instantOf(wall + (n - 1) * seriesWeeks * 7 * DAY_MS, timeZone);
    // The locks that `bookTime` took for the first session are still held, so no other transaction books these two
    // people in the meantime.
    const until = from + minutes * MINUTE_MS;
    const bookings = await findBookings(tx, [learnerId, peerId], { from, until }, null);
    if ([...bookings.values()].some((times) => times.length > 0)) continue;
    const { programId: _id, programName: _name, proposals: _proposals, ...values } = session;
    const next = {
      ...values,
      id: newId(),
      state: 'scheduled' as const,
      startsAt: new Date(from),
      confirmedAt: now,
      proposedBy: null,
      proposedAt: null,
      sequence: 0,
      createdAt: now,
      seriesN: n,
      creationKey: null,
    };
    await tx.insert(coachingSessions).values(next);
    await bookTime(tx, next, next.startsAt);
    booked.push({ ...session, ...next, proposals: [] });
  }
  return booked;
}
