import type { checkInCadences } from '#contract/administration/settings.ts';
import type { CheckInState } from '#contract/learning/checkIns.ts';
import { dayOf, formatterOf } from '#server/formats.ts';

export type Cadence = (typeof checkInCadences)[number];

/** The days of a check-in, without a time zone. `end` is the first day of the next period. */
export interface Period {
  start: string;
  end: string;
}
/** When a person's check-in of a period opens, is due and closes. */
export interface Timing {
  opensAt: Date;
  dueAt: Date;
  closesAt: Date;
}

const DAY_MS = 86_400_000;
/** Periods of 2 weeks are counted from this Monday. */
const FIRST_MONDAY = '2024-01-01';
const FRIDAY = 5;
const DUE_HOUR = 17;

const utcOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOfUtc = (ms: number) => new Date(ms).toISOString().slice(0, 10);
export const plusDays = (day: string, days: number) => dayOfUtc(utcOf(day) + days * DAY_MS);

/** The period that a day belongs to. Weeks begin on Monday, months on the first. */
export function periodOf(day: string, cadence: Cadence): Period {
  if (cadence === 'monthly') {
    const start = `${day.slice(0, 8)}01`;
    return { start, end: `${plusDays(start, 31).slice(0, 8)}01` };
  }
  const days = cadence === 'weekly' ? 7 : 14;
  const since = Math.floor((utcOf(day) - utcOf(FIRST_MONDAY)) / DAY_MS);
  const start = plusDays(FIRST_MONDAY, Math.floor(since / days) * days);
  return { start, end: plusDays(start, days) };
}

export const currentPeriod = (now: Date, timeZone: string, cadence: Cadence) =>
  periodOf(dayOf(now, { timeZone }), cadence);

export const periodBefore = ({ start }: Period, cadence: Cadence) => periodOf(plusDays(start, -1), cadence);

/** The last periods including this one, oldest first. */
export function periodsUntil(last: Period, cadence: Cadence, count: number): Period[] {
  const periods = [last];
  while (periods.length < count) periods.unshift(periodBefore(periods[0] ?? last, cadence));
  return periods;
}

export const lastDayOf = ({ end }: Period) => plusDays(end, -1);

/** A check-in is due on the last Friday of the period at 17:00. */
export function dueAtOf(period: Period, timeZone: string): Date {
  const last = lastDayOf(period);
  const daysAfterFriday = (new Date(utcOf(last)).getUTCDay() - FRIDAY + 7) % 7;
  return instantOf(plusDays(last, -daysAfterFriday), DUE_HOUR, timeZone);
}

/** It closes when the next one opens. */
export const timingOf = (period: Period, timeZone: string): Timing => ({
  opensAt: instantOf(period.start, 0, timeZone),
  dueAt: dueAtOf(period, timeZone),
  closesAt: instantOf(period.end, 0, timeZone),
});

/** The local time of a time zone, as if it were UTC. */
function wallClock(ms: number, timeZone: string): number {
  const part = Object.fromEntries(
    formatterOf('clock', { locale: 'en-US', timeZone })
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour, minute, second } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/**
 * The first instant at which local time reaches this hour of a day. An hour that the clock change skips begins at the
 * change.
 */
export function instantOf(day: string, hour: number, timeZone: string): Date {
  const wanted = utcOf(day) + hour * 3_600_000;
  const offsetAt = (ms: number) => wallClock(ms, timeZone) - ms;
  const [before, after] = [offsetAt(wanted - DAY_MS), offsetAt(wanted + DAY_MS)];
  const candidates = [wanted - before, wanted - after].sort((a, b) => a - b);
  const exact = candidates.find((ms) => wallClock(ms, timeZone) === wanted);
  return new Date(exact ?? wanted - before);
}

export interface StoredState {
  state: 'open' | 'submitted' | 'skipped';
  reviewedAt: Date | null;
}

/** The time, and when the person joined. */
export interface At {
  now: Date;
  joinedAt: Date;
}

/** Nothing was asked of people in a period that had begun when they joined. They can answer, but are never late. */
export const isFirstPeriod = ({ opensAt }: Timing, { joinedAt }: Pick<At, 'joinedAt'>) => joinedAt > opensAt;
export const isLate = (timing: Timing, at: At) => at.now >= timing.dueAt && !isFirstPeriod(timing, at);
/** The check-in was due in the first period of a person. */
export const isOptional = (timing: Timing, at: At) => at.now >= timing.dueAt && isFirstPeriod(timing, at);

export function stateOf(stored: StoredState | null, timing: Timing, at: At): CheckInState {
  if (stored?.state === 'submitted') return stored.reviewedAt ? 'reviewed' : 'submitted';
  if (stored?.state === 'skipped') return 'skipped';
  if (at.now >= timing.closesAt) return 'missed';
  return isLate(timing, at) ? 'late' : 'open';
}
