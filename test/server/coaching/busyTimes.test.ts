import { CalendarUnreadable, readBusyTimes } from '#server/learning/coaching/calendar/busyTimes.ts';
import { writeCalendar } from '#server/learning/coaching/calendar/icalendar.ts';
import { requireFeedAddress } from '#server/learning/coaching/calendar/readSource.ts';

const range = { from: Date.parse('2026-03-01T00:00:00Z'), until: Date.parse('2026-05-01T00:00:00Z') };
const calendar = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...events, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]) =>
  ['BEGIN:VEVENT', 'UID:one@test', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'].join('\r\n');
async function timesOf(text: string, timeZone = 'Europe/Berlin') {
  const times = await readBusyTimes(text, { ...range, timeZone });
  return times.map(({ from, until }) =>
    [from, until].map((time) => new Date(time).toISOString().slice(5, 16)).join('/'),
  );
}

describe('the busy times of a calendar', () => {
  it.each([
    ['UTC', ['DTSTART:20260303T090000Z', 'DTEND:20260303T100000Z'], ['03-03T09:00/03-03T10:00']],
    [
      'a zone without its rules in the file',
      ['DTSTART;TZID=America/New_York:20260310T090000', 'DTEND;TZID=America/New_York:20260310T093000'],
      ['03-10T13:00/03-10T13:30'],
    ],
    [
      'no zone: the zone of the owner',
      ['DTSTART:20260303T090000', 'DURATION:PT45M'],
      ['03-03T08:00/03-03T08:45'],
    ],
    [
      'a whole day in the zone of the owner, on the day of a clock change',
      ['DTSTART;VALUE=DATE:20260329', 'DTEND;VALUE=DATE:20260330'],
      ['03-28T23:00/03-29T22:00'],
    ],
    ['a whole day without an end', ['DTSTART;VALUE=DATE:20260303'], ['03-02T23:00/03-03T23:00']],
    [
      'a zone of half an hour',
      ['DTSTART;TZID=Asia/Kolkata:20260303T093000', 'DTEND;TZID=Asia/Kolkata:20260303T100000'],
      ['03-03T04:00/03-03T04:30'],
    ],
  ])('are read from events in %s', async (_name, lines, expected) => {
    expect(await timesOf(calendar(event(...lines)))).toEqual(expected);
  });

  it('leave out cancelled, transparent and free events, and sessions of Trellis itself', async () => {
    const at = (day: number) => [`DTSTART:202603${day}T090000Z`, `DTEND:202603${day}T100000Z`];
    const own = await writeCalendar({
      method: 'PUBLISH',
      timeZone: 'Europe/Berlin',
      entries: [
        {
          sessionId: 'ssssssssssssssss',
          sequence: 0,
          isCancelled: false,
          startsAt: new Date('2026-03-20T09:00:00Z'),
          minutes: 45,
          changedAt: new Date('2026-03-01T09:00:00Z'),
          other: { firstName: 'Tomás', lastName: 'Herrera' },
          place: null,
          link: 'https://trellis.example',
        },
      ],
    });
    const texts = [
      event(...at(10), 'STATUS:CANCELLED'),
      event(...at(11), 'TRANSP:TRANSPARENT'),
      event(...at(12), 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'),
      event(...at(13), 'STATUS:TENTATIVE'),
    ];
    expect(await timesOf(calendar(...texts))).toEqual(['03-13T09:00/03-13T10:00']);
    expect(await timesOf(own)).toEqual([]);
  });

  it('repeat at the same wall time across a clock change, with exceptions and with moved and cancelled repeats', async () => {
    const zone = 'TZID=Europe/Berlin';
    const text = calendar(
      event(
        `DTSTART;${zone}:20260313T100000`,
        `DTEND;${zone}:20260313T110000`,
        'RRULE:FREQ=WEEKLY;COUNT=6',
        `EXDATE;${zone}:20260320T100000`,
      ),
      event(
        `RECURRENCE-ID;${zone}:20260403T100000`,
        `DTSTART;${zone}:20260404T150000`,
        `DTEND;${zone}:20260404T153000`,
      ),
      event(
        `RECURRENCE-ID;${zone}:20260410T100000`,
        `DTSTART;${zone}:20260410T100000`,
        `DTEND;${zone}:20260410T110000`,
        'STATUS:CANCELLED',
      ),
    );
    expect(await timesOf(text)).toEqual([
      '03-13T09:00/03-13T10:00',
      '03-27T09:00/03-27T10:00',
      '04-04T13:00/04-04T13:30',
      '04-17T08:00/04-17T09:00',
    ]);
  });

  it('follow the rules in the file for zones with custom names', async () => {
    const text = calendar(
      'BEGIN:VTIMEZONE\r\nTZID:Office time\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0530\r\nTZOFFSETTO:+0530\r\nEND:STANDARD\r\nEND:VTIMEZONE',
      event('DTSTART;TZID=Office time:20260303T093000', 'DTEND;TZID=Office time:20260303T103000'),
    );
    expect(await timesOf(text)).toEqual(['03-03T04:00/03-03T05:00']);
  });

  it('are merged where events overlap, and end with the range', async () => {
    const text = calendar(
      event('DTSTART:20260303T090000Z', 'DTEND:20260303T100000Z'),
      event('DTSTART:20260303T093000Z', 'DTEND:20260303T103000Z'),
      event('DTSTART:20260430T230000Z', 'DTEND:20260502T103000Z'),
    );
    expect(await timesOf(text)).toEqual(['03-03T09:00/03-03T10:30', '04-30T23:00/05-01T00:00']);
  });

  it.each([
    ['no calendar', 'hello', /not a calendar/],
    ['an empty file', '', /not a calendar/],
    ['another kind of file', 'BEGIN:VCARD\r\nEND:VCARD', /not a calendar/],
    [
      'an event every second',
      calendar(event('DTSTART:20200101T000000Z', 'DTEND:20200101T000001Z', 'RRULE:FREQ=SECONDLY')),
      /repeats events too often/,
    ],
  ])('are refused for %s', async (_name, text, message) => {
    const failure = await readBusyTimes(text, { ...range, timeZone: 'UTC' }).catch((error: Error) => error);
    expect(failure).toBeInstanceOf(CalendarUnreadable);
    expect((failure as Error).message).toMatch(message);
  });
});

it('calls https addresses on the internet only', () => {
  expect(requireFeedAddress('webcal://calendar.example/a.ics?key=1#x', false)).toBe(
    'https://calendar.example/a.ics?key=1',
  );
  for (const address of [
    'http://calendar.example/a.ics',
    'https://localhost/a.ics',
    'https://10.0.0.1/a.ics',
    'https://[::1]/a.ics',
    'https://169.254.169.254/latest',
    'file:///etc/passwd',
  ])
    expect(() => requireFeedAddress(address, false)).toThrow();
});
