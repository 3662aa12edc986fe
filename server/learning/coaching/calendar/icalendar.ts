import { fullName } from '#contract/people.ts';

/** A session as an entry of one person's calendar. */
export interface CalendarEntry {
  sessionId: string;
  sequence: number;
  isCancelled: boolean;
  startsAt: Date;
  minutes: number;
  /** When it was last changed. */
  changedAt: Date;
  other: { firstName: string; lastName: string };
  place: string | null;
  link: string;
}

interface CalendarFile {
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH';
  /** The time zone of the calendar's owner. */
  timeZone: string;
  /** Set for entries that are sent by mail. The address of the other person is not passed on. */
  invitation?: {
    /** `Trellis <trellis@company.example>` */
    from: string;
    to: { firstName: string; lastName: string; email: string };
  };
  entries: readonly CalendarEntry[];
}

const MINUTE_MS = 60_000;
/** Stays the same while the session exists, whatever the address of the server, so that calendars show one entry. */
export const calendarUidOf = (sessionId: string) => `coaching-${sessionId}@trellis`;
export const isOwnUid = (uid: string) => /^coaching-[a-z0-9]{16}@trellis$/.test(uid);

/** An iCalendar file (RFC 5545) with wall times and the rules of their time zone. */
export async function writeCalendar({
  method,
  timeZone,
  invitation,
  entries,
}: CalendarFile): Promise<string> {
  // Loaded when a calendar is written, because they are large.
  const [{ default: ical, ...names }, { TZDate }, { tzlib_get_ical_block }] = await Promise.all([
    import('ical-generator'),
    import('@date-fns/tz'),
    import('timezones-ical-library'),
  ]);
  const zone = zoneOf(tzlib_get_ical_block(timeZone));
  const calendar = ical({
    prodId: { company: 'Trellis', product: 'Coaching sessions' },
    method: names.ICalCalendarMethod[method],
    ...(zone && { timezone: { name: null, generator: () => zone.block } }),
    ...(method === 'PUBLISH' && { name: 'Coaching sessions', ttl: 3_600 }),
  });
  for (const entry of entries) {
    const { startsAt, minutes, sequence, isCancelled, changedAt, place, link } = entry;
    // The library reads a Date as the server's wall time, so it gets dates with a time zone.
    const at = (time: number) => new TZDate(time, timeZone);
    calendar.createEvent({
      id: calendarUidOf(entry.sessionId),
      sequence,
      start: at(startsAt.getTime()),
      end: at(startsAt.getTime() + minutes * MINUTE_MS),
      ...(zone && { timezone: zone.id }),
      stamp: changedAt,
      summary: `Coaching session with ${fullName(entry.other)}`,
      description: `View session: ${link}`,
      url: link,
      ...(place !== null && { location: place }),
      status: isCancelled ? names.ICalEventStatus.CANCELLED : names.ICalEventStatus.CONFIRMED,
      ...(invitation && {
        organizer: organizerOf(invitation.from),
        attendees: [
          {
            name: fullName(invitation.to),
            email: invitation.to.email,
            // Both agreed on the time in Trellis, so calendars do not ask them again.
            status: names.ICalAttendeeStatus.ACCEPTED,
            rsvp: false,
          },
        ],
      }),
    });
  }
  // The time of the last change must be in UTC, but the library writes it as a wall time.
  return calendar.toString().replace(/^(DTSTAMP:\d{8}T\d{6})\r?$/gm, '$1Z\r');
}

/** The rules of a time zone, and its name in the rules, which differs if the given name is outdated. */
function zoneOf(found: string | string[]) {
  const [block, id] = typeof found === 'string' ? [] : found;
  return block && id ? { block, id: id.replace('TZID=', '') } : null;
}

function organizerOf(from: string) {
  const [, name, email] = /^(.*?)\s*<([^>]+)>$/.exec(from) ?? [null, '', from];
  return { name: name?.replaceAll('"', '') || 'Trellis', email: email ?? from };
}
