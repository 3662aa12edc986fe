import { hoursOn, type WorkingHours } from '#contract/profile.ts';
import {
  DAY_MS,
  dayNumberOf,
  dayText,
  instantOf,
  minutesOf,
  wallTimeOf,
  weekdayOf,
} from '#contract/timeZones.ts';

const MINUTE_MS = 60_000;
/** Sessions start at a quarter of an hour. The offset of every time zone is a multiple of it. */
const STEP_MS = 15 * MINUTE_MS;
/** Time without other appointments before and after a good slot. */
const QUIET_MS = 30 * MINUTE_MS;
const PROPOSALS = 3;
/** Minimum time between the first and the third proposal. */
const SPREAD_MS = 5 * DAY_MS;

/** Default for people who have not entered working hours. */
export const DEFAULT_HOURS: WorkingHours = { days: [1, 2, 3, 4, 5], from: '09:00', until: '17:00' };

/** The interval from `from` (inclusive) to `until` (exclusive), in milliseconds. */
export interface Interval {
  from: number;
  until: number;
}

/** When a person is available for sessions. Hours are local times in their time zone. */
export interface Availability {
  timeZone: string;
  hours: WorkingHours;
  /** Different hours on a day such as `2026-11-27`; null: a day off. */
  days: ReadonlyMap<string, { from: string; until: string } | null>;
  busy: readonly Interval[];
}

export interface SlotQuery {
  minutes: number;
  from: number;
  until: number;
  /** Starts of sessions that were proposed or confirmed before. Other times are proposed. */
  except?: readonly number[];
}

/** A person's working time between two instants, in order. */
export function workingTimes(
  { timeZone, hours, days }: Omit<Availability, 'busy'>,
  { from, until }: Interval,
) {
  const found: Interval[] = [];
  const last = dayNumberOf(until, timeZone);
  for (let day = dayNumberOf(from, timeZone); day <= last; day++) {
    const override = days.get(dayText(day));
    const local = override === undefined ? hoursOn(hours, weekdayOf(day)) : override;
    if (local === null) continue;
    for (const part of partsOfDay(day, local, timeZone)) {
      const interval = { from: Math.max(from, part.from), until: Math.min(until, part.until) };
      if (interval.from < interval.until) found.push(interval);
    }
  }
  return found;
}

/**
 * A day between two local times. On a day with a clock change, a local time can occur twice or not at all.
 */
function partsOfDay(day: number, local: { from: string; until: string }, timeZone: string): Interval[] {
  const begins = day * DAY_MS + minutesOf(local.from) * MINUTE_MS;
  const ends = day * DAY_MS + minutesOf(local.until) * MINUTE_MS;
  const midnight = instantOf(day * DAY_MS, timeZone);
  const nextMidnight = instantOf((day + 1) * DAY_MS, timeZone);
  if (nextMidnight - midnight === DAY_MS)
    return [{ from: midnight + begins - day * DAY_MS, until: midnight + ends - day * DAY_MS }];
  const quarters: Interval[] = [];
  for (let at = midnight; at < nextMidnight; at += STEP_MS) {
    const wall = wallTimeOf(at, timeZone);
    if (wall >= begins && wall + STEP_MS <= ends) quarters.push({ from: at, until: at + STEP_MS });
  }
  return merge(quarters);
}

/** Merges overlapping and adjacent intervals, in order. */
function merge(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const { from, until } of [...intervals].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && from <= last.until) last.until = Math.max(last.until, until);
    else merged.push({ from, until });
  }
  return merged;
}

/** The parts of `times` that no interval of `taken` covers. Both lists are ordered. */
function subtract(times: readonly Interval[], taken: readonly Interval[]): Interval[] {
  const left: Interval[] = [];
  let at = 0;
  for (const { from, until } of times) {
    let begins = from;
    while (at < taken.length && (taken[at]?.until ?? 0) <= from) at++;
    for (let next = at; next < taken.length && (taken[next]?.from ?? 0) < until; next++) {
      const busy = taken[next] as Interval;
      if (busy.from > begins) left.push({ from: begins, until: busy.from });
      begins = Math.max(begins, busy.until);
    }
    if (begins < until) left.push({ from: begins, until });
  }
  return left;
}

/** The intersection of two ordered lists. */
function intersect(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  const common: Interval[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [one, two] = [a[i] as Interval, b[j] as Interval];
    const from = Math.max(one.from, two.from);
    const until = Math.min(one.until, two.until);
    if (from < until) common.push({ from, until });
    if (one.until < two.until) i++;
    else j++;
  }
  return common;
}

/** Every quarter of an hour at which a session of this length fits into the working hours and free time of both people. */
export function findSlots(people: readonly [Availability, Availability], query: SlotQuery): number[] {
  const range = { from: query.from, until: query.until };
  const [mine, theirs] = people.map((one) => subtract(merge(workingTimes(one, range)), merge(one.busy))) as [
    Interval[],
    Interval[],
  ];
  const length = query.minutes * MINUTE_MS;
  return intersect(mine, theirs).flatMap(({ from, until }) => {
    const starts: number[] = [];
    for (let at = Math.ceil(from / STEP_MS) * STEP_MS; at + length <= until; at += STEP_MS) starts.push(at);
    return starts;
  });
}

export interface Proposal {
  startsAt: number;
  isQuiet: boolean;
}

/**
 * Up to 3 good slots on different days, away from other appointments. Full and half hours in the first person's time
 * zone come first.
 */
export function proposeSlots(people: readonly [Availability, Availability], query: SlotQuery): Proposal[] {
  const [me] = people;
  const busy = merge(people.flatMap((person) => person.busy));
  const length = query.minutes * MINUTE_MS;
  const isKnown = (startsAt: number) =>
    query.except?.some((known) => Math.abs(known - startsAt) < length + QUIET_MS) ?? false;
  const rated = findSlots(people, query).flatMap((startsAt) => {
    if (isKnown(startsAt)) return [];
    const isQuiet = !busy.some(
      ({ from, until }) => from < startsAt + length + QUIET_MS && until > startsAt - QUIET_MS,
    );
    const wall = wallTimeOf(startsAt, me.timeZone);
    const pastHour = (wall / MINUTE_MS) % 60;
    const rate = (isQuiet ? 2 : 0) + (pastHour === 0 || pastHour === 30 ? 1 : 0);
    return [{ startsAt, isQuiet, rate, day: Math.floor(wall / DAY_MS) }];
  });
  const perDay = [...Map.groupBy(rated, ({ day }) => day).values()].map((slots) =>
    // The first of the day's best slots.
    slots.reduce((best, slot) => (slot.rate > best.rate ? slot : best)),
  );
  const [first, second] = perDay;
  const chosen = perDay.slice(0, PROPOSALS);
  const later = perDay.slice(2).find(({ startsAt }) => startsAt - (first?.startsAt ?? 0) >= SPREAD_MS);
  if (first && second && later) chosen.splice(2, 1, later);
  return chosen.map(({ startsAt, isQuiet }) => ({ startsAt, isQuiet }));
}
