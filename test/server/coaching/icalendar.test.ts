import ICAL from 'ical.js';
import { calendarUidOf, writeCalendar } from '#server/learning/coaching/calendar/icalendar.ts';

const entry = {
  sessionId: 'ssssssssssssssss',
  sequence: 0,
  isCancelled: false,
  startsAt: new Date('2026-11-24T09:00:00Z'),
  minutes: 45,
  changedAt: new Date('2026-11-20T08:15:30Z'),
  other: { firstName: 'Tomás', lastName: 'Herrera; Ltd' },
  place: 'Room 3,\n2nd floor',
  link: 'https://trellis.example/program/p/coaching/s?type=remote',
};

/** The calendar as another library reads it. Its time zones are those in the file. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as never);
  return {
    calendar,
    method: calendar.getFirstPropertyValue('method'),
    zones: calendar
      .getAllSubcomponents('vtimezone')
      .map((zone) => String(zone.getFirstPropertyValue('tzid'))),
    events: calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event)),
  };
}

/** The wall time in a zone by `Intl`: `2026-11-24 10:00`. */
const wallTime = (instant: Date, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(instant);

/** Days before and after each clock change in Europe and North America. */
const DAYS = ['03-07', '03-08', '03-20', '03-28', '03-29', '10-24', '10-25', '10-28', '10-31', '11-01'];

it.each(['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC'])(
  'writes the right wall time and instant around both clock changes in %s',
  async (timeZone) => {
    const times = DAYS.flatMap((day) => [2026, 2027].map((year) => new Date(`${year}-${day}T14:30:00Z`)));
    const entries = times.map((startsAt, index) => ({
      ...entry,
      sessionId: String(index).padStart(16, 's'),
      startsAt,
    }));
    const { zones, events } = read(await writeCalendar({ method: 'PUBLISH', timeZone, entries }));
    expect(zones).toHaveLength(1);
    expect(events).toHaveLength(times.length);
    for (const [index, startsAt] of times.entries()) {
      const { startDate, endDate } = events[index]!;
      expect(startDate.toString().slice(0, 16).replace('T', ' ')).toBe(wallTime(startsAt, timeZone));
      expect(startDate.zone.tzid).toBe(zones[0]);
      expect(startDate.toJSDate()).toEqual(startsAt);
      expect(endDate.toJSDate().getTime() - startsAt.getTime()).toBe(45 * 60_000);
    }
  },
);

it('keeps texts written by people within their fields, and writes the time of the change in UTC', async () => {
  const text = await writeCalendar({
    method: 'REQUEST',
    timeZone: 'Europe/Berlin',
    invitation: {
      from: 'Trellis <trellis@company.example>',
      to: { firstName: 'Lena', lastName: '"L" Fischer', email: 'lena@company.example' },
    },
    entries: [entry],
  });
  const { method, events } = read(text);
  const [event] = events;
  expect(method).toBe('REQUEST');
  expect(event).toMatchObject({
    uid: calendarUidOf(entry.sessionId),
    sequence: 0,
    summary: 'Coaching session with Tomás Herrera; Ltd',
    location: 'Room 3,\n2nd floor',
    organizer: 'mailto:trellis@company.example',
  });
  expect(event!.attendees.map((one) => String(one.getFirstValue()).toLowerCase())).toEqual([
    'mailto:lena@company.example',
  ]);
  expect(String(event!.component.getFirstPropertyValue('dtstamp'))).toBe('2026-11-20T08:15:30Z');
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
});
