import type { CoachingTimes } from '#contract/learning/coaching.ts';
import { DAY_MS, dayNumberOf, dayText, instantOf, wallTimeOf } from '#contract/timeZones.ts';
import { and, gte, inArray, lte } from '#server/db/drizzle.ts';
import { coachingDays } from '#server/db/schema/coaching.ts';
import { users } from '#server/db/schema/people.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { findBusyTimes } from '#server/learning/coaching/calendar/sources.ts';
import { participantOf } from '#server/people/index.ts';
import { type FullSession, findBookings } from './coachingRepository.ts';
import { type Availability, DEFAULT_HOURS, type Interval, proposeSlots, workingTimes } from './slots.ts';

const MINUTE_MS = 60_000;
/** No session is proposed within this time from now. */
const NOTICE_MS = 2 * 60 * MINUTE_MS;
const SHOWN_BEFORE_END_MINUTES = 60;

interface Person {
  row: Pick<
    typeof users.$inferSelect,
    'id' | 'firstName' | 'lastName' | 'avatarId' | 'timeZone' | 'workingHours'
  >;
  availability: Availability;
}

/** Working hours, other days and appointments of two people. */
async function findAvailability(
  tx: TenantTransaction,
  userIds: readonly [number, number],
  range: Interval,
  exceptId: string | null,
): Promise<[Person, Person]> {
  const [rows, days, bookings, calendars] = await Promise.all([
    tx
      .select({
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        avatarId: users.avatarId,
        timeZone: users.timeZone,
        workingHours: users.workingHours,
      })
      .from(users)
      .where(inArray(users.id, [...userIds])),
    tx
      .select()
      .from(coachingDays)
      .where(
        and(
          inArray(coachingDays.userId, [...userIds]),
          gte(coachingDays.day, dayText(Math.floor(range.from / DAY_MS) - 1)),
          lte(coachingDays.day, dayText(Math.floor(range.until / DAY_MS) + 1)),
        ),
      ),
    findBookings(tx, userIds, range, exceptId),
    findBusyTimes(tx, userIds, range),
  ]);
  const personOf = (userId: number): Person => {
    const row = rows.find(({ id }) => id === userId);
    if (!row) throw notFound();
    const own = days.filter((day) => day.userId === userId);
    return {
      row,
      availability: {
        timeZone: row.timeZone,
        hours: row.workingHours ?? DEFAULT_HOURS,
        days: new Map(
          own.map(({ day, fromTime, untilTime }) => [
            day,
            fromTime !== null && untilTime !== null ? { from: fromTime, until: untilTime } : null,
          ]),
        ),
        busy: [...(bookings.get(userId) ?? []), ...(calendars.get(userId) ?? [])],
      },
    };
  };
  return [personOf(userIds[0]), personOf(userIds[1])];
}

/** Up to 3 times when both people are free, with both people's day. */
export async function findCommonTimes(
  tx: TenantTransaction,
  people: { me: number; other: number },
  { minutes, weeks, session }: { minutes: number; weeks: number; session: FullSession | null },
  now: Date,
): Promise<CoachingTimes> {
  const query = {
    minutes,
    from: now.getTime() + NOTICE_MS,
    until: now.getTime() + weeks * 7 * DAY_MS,
    // Other times are requested because these do not suit one of the two people.
    except: session
      ? [...session.proposals, ...(session.startsAt ? [session.startsAt] : [])].map((time) => time.getTime())
      : [],
  };
  const [me, other] = await findAvailability(tx, [people.me, people.other], query, session?.id ?? null);
  const { timeZone } = me.availability;
  return {
    me: presentPerson(me),
    other: presentPerson(other),
    until: new Date(query.until).toISOString(),
    times: proposeSlots([me.availability, other.availability], query).map(({ startsAt, isQuiet }) => {
      const dayNumber = dayNumberOf(startsAt, timeZone);
      const day = {
        from: instantOf(dayNumber * DAY_MS, timeZone),
        until: instantOf((dayNumber + 1) * DAY_MS, timeZone),
      };
      const endsAt = startsAt + minutes * MINUTE_MS;
      const working = workingTimes(me.availability, day);
      const end = working.find(({ until }) => until >= endsAt)?.until ?? endsAt;
      const left = (wallTimeOf(end, timeZone) - wallTimeOf(endsAt, timeZone)) / MINUTE_MS;
      return {
        startsAt: new Date(startsAt).toISOString(),
        isQuiet,
        endsBefore: left > SHOWN_BEFORE_END_MINUTES ? null : left,
        day: {
          ...presentInterval(day),
          me: presentDay(me.availability, day),
          other: presentDay(other.availability, day),
        },
      };
    }),
  };
}

const presentPerson = ({ row }: Person) => ({
  person: participantOf(row),
  timeZone: row.timeZone,
  hasWorkingHours: row.workingHours !== null,
});

const presentInterval = ({ from, until }: Interval) => ({
  from: new Date(from).toISOString(),
  until: new Date(until).toISOString(),
});

const presentDay = (availability: Availability, day: Interval) => ({
  working: workingTimes(availability, day).map(presentInterval),
  busy: availability.busy
    .filter(({ from, until }) => from < day.until && until > day.from)
    .map(({ from, until }) =>
      presentInterval({ from: Math.max(from, day.from), until: Math.min(until, day.until) }),
    ),
});
