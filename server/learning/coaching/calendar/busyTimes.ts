import { instantOf } from '#contract/timeZones.ts';
import type { Interval } from '#server/learning/coaching/slots.ts';
import { isOwnUid } from './icalendar.ts';

/** A calendar with more is refused, so that reading it takes less than a second. */
const MAX_EVENTS = 5_000;
const MAX_REPEATS = 20_000;
const MAX_BUSY_TIMES = 5_000;

/** Why a calendar cannot be used, as a sentence for its owner. */
export class CalendarUnreadable extends Error {
  override name = 'CalendarUnreadable';
}

type Ical = typeof import('ical.js').default;
type IcalTime = InstanceType<Ical['Time']>;
type IcalEvent = InstanceType<Ical['Event']>;

/**
 * The times between two instants at which the owner of a calendar (iCalendar file) is busy, in order and without overlaps.
 * All-day events and times without a zone are in the owner's zone. Cancelled, declined and transparent events are left out.
 */
export async function readBusyTimes(
  text: string,
  { timeZone, from, until }: Interval & { timeZone: string },
): Promise<Interval[]> {
  const { default: ICAL } = await import('ical.js');
  const events = parseEvents(ICAL, text);
  const found: Interval[] = [];
  let left = MAX_REPEATS;
  const add = (start: IcalTime, end: IcalTime, zone: string) => {
    const at = (time: IcalTime) => instantOfTime(time, zone);
    const busy = { from: Math.max(from, at(start)), until: Math.min(until, at(end)) };
    if (busy.from < busy.until) found.push(busy);
    if (found.length > MAX_BUSY_TIMES)
      throw new CalendarUnreadable(
        `The calendar has more than ${MAX_BUSY_TIMES} events in the next 12 months.`,
      );
  };
  for (const event of events) {
    if (!event.isRecurring()) {
      if (isBusy(event)) add(event.startDate, event.endDate, zoneOf(event) ?? timeZone);
      continue;
    }
    const iterator = event.iterator();
    for (let next = iterator.next(); next; next = iterator.next()) {
      if (left-- === 0) throw new CalendarUnreadable('The calendar repeats events too often.');
      const { item, startDate, endDate } = event.getOccurrenceDetails(next);
      if (instantOfTime(next, zoneOf(event) ?? timeZone) >= until) break;
      if (isBusy(item)) add(startDate, endDate, zoneOf(item) ?? timeZone);
    }
  }
  return merge(found);
}

/** Events with the changes of single occurrences, which are not separate events. */
function parseEvents(ICAL: Ical, text: string): IcalEvent[] {
  let calendars: InstanceType<Ical['Component']>[];
  try {
    const parsed = ICAL.parse(text) as unknown[];
    calendars = (typeof parsed[0] === 'string' ? [parsed] : parsed).map(
      (one) => new ICAL.Component(one as never),
    );
  } catch {
    throw new CalendarUnreadable('This is not a calendar in the iCalendar format (.ics).');
  }
  if (calendars.length === 0 || calendars.some(({ name }) => name !== 'vcalendar'))
    throw new CalendarUnreadable('This is not a calendar in the iCalendar format (.ics).');
  const all = calendars
    .flatMap((calendar) => calendar.getAllSubcomponents('vevent'))
    .filter((event) => event.hasProperty('dtstart'))
    .map((event) => new ICAL.Event(event))
    // Sessions that the person's calendar has from Trellis.
    .filter(({ uid }) => !isOwnUid(uid));
  if (all.length > MAX_EVENTS)
    throw new CalendarUnreadable(`The calendar has more than ${MAX_EVENTS} events. Export a shorter period.`);
  const events = all.filter((event) => !event.isRecurrenceException());
  const byUid = Map.groupBy(events, ({ uid }) => uid);
  for (const change of all.filter((event) => event.isRecurrenceException())) {
    const series = byUid.get(change.uid)?.find((event) => event.isRecurring());
    if (series) series.relateException(change);
    else events.push(change);
  }
  return events;
}

function isBusy({ component }: IcalEvent): boolean {
  const textOf = (name: string) => String(component.getFirstPropertyValue(name) ?? '').toUpperCase();
  return (
    textOf('status') !== 'CANCELLED' &&
    textOf('transp') !== 'TRANSPARENT' &&
    textOf('x-microsoft-cdo-busystatus') !== 'FREE'
  );
}

/**
 * A zone of the IANA database is converted by the same rules as working hours; other zones, such as those
 * with Outlook's own names, by the rules in the file.
 */
function instantOfTime(time: IcalTime, timeZone: string): number {
  const { year, month, day, hour, minute, second } = time;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  if (time.isDate) return instantOf(wall, timeZone);
  const { tzid } = time.zone;
  if (tzid === 'UTC') return wall;
  if (tzid === 'floating') return instantOf(wall, timeZone);
  const known = knownZone(tzid);
  return known ? instantOf(wall, known) : time.toUnixTime() * 1_000;
}

/** The zone that an event names, even if the file does not contain its rules. */
const zoneOf = ({ component }: IcalEvent) =>
  knownZone(String(component.getFirstProperty('dtstart')?.getFirstParameter('tzid') ?? ''));

const zones = new Map<string, string | null>();
function knownZone(id: string): string | null {
  const known = zones.get(id);
  if (known !== undefined) return known;
  let zone: string | null = null;
  try {
    if (/^[A-Za-z]+(\/[A-Za-z0-9_+-]+){1,2}$/.test(id))
      zone = new Intl.DateTimeFormat('en', { timeZone: id }).resolvedOptions().timeZone;
  } catch {
    // The zone is not in the IANA database.
  }
  if (zones.size < 1_000) zones.set(id, zone);
  return zone;
}

function merge(intervals: Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const { from, until } of intervals.sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && from <= last.until) last.until = Math.max(last.until, until);
    else merged.push({ from, until });
  }
  return merged;
}
