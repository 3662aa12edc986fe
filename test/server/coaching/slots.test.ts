import fc from 'fast-check';
import { instantOf } from '#contract/timeZones.ts';
import { type Availability, findSlots, proposeSlots } from '#server/learning/coaching/slots.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Half-hour and quarter-hour zones, both hemispheres, a half-hour clock change, and zones without one. */
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Australia/Adelaide',
  'America/St_Johns',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Africa/Casablanca',
  'America/Santiago',
  'UTC',
];
/** Around the clock changes of Europe, North America, Chile, Lord Howe and New Zealand. */
const STARTS = [
  '2026-03-06',
  '2026-03-27',
  '2026-04-03',
  '2026-09-04',
  '2026-09-25',
  '2026-10-02',
  '2026-10-23',
  '2026-10-30',
  '2026-07-01',
];

const wallClock = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  // 2026-03-27 09:30
  return (instant: number) => format.format(instant);
};

/** The slow and obvious algorithm: examines each quarter of an hour of each possible session. */
function isFreeAt({ hours, days, busy }: Availability, clock: (instant: number) => string, instant: number) {
  const [day = '', time = ''] = clock(instant).split(' ');
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay() || 7;
  const override = days.get(day);
  if (override === null) return false;
  const applies = override ?? (hours.days.includes(weekday) ? (hours.other?.[weekday] ?? hours) : null);
  if (!applies || time < applies.from || time >= applies.until) return false;
  return !busy.some(({ from, until }) => from < instant + 15 * MINUTE && until > instant);
}
function slotsByBruteForce(
  people: readonly [Availability, Availability],
  minutes: number,
  from: number,
  until: number,
) {
  const clocks = people.map(({ timeZone }) => wallClock(timeZone));
  const free = new Set<number>();
  for (let at = Math.ceil(from / (15 * MINUTE)) * 15 * MINUTE; at < until; at += 15 * MINUTE)
    if (people.every((person, index) => isFreeAt(person, clocks[index]!, at))) free.add(at);
  return [...free].filter((start) => {
    for (let at = start; at < start + minutes * MINUTE; at += 15 * MINUTE) if (!free.has(at)) return false;
    return start + minutes * MINUTE <= until;
  });
}

const quarter = fc.integer({ min: 0, max: 95 }).map((n) => {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(n / 4))}:${pad((n % 4) * 15)}`;
});
const hours = fc
  .tuple(quarter, quarter)
  .filter(([a, b]) => a !== b)
  .map(([a, b]) => (a < b ? { from: a, until: b } : { from: b, until: a }));

const availability = (start: number): fc.Arbitrary<Availability> =>
  fc.record({
    timeZone: fc.constantFrom(...ZONES),
    hours: fc
      .tuple(
        fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        hours,
        fc.dictionary(fc.constantFrom('1', '3', '5', '7'), hours, { noNullPrototype: true }),
      )
      .map(([days, times, other]) => ({ days, ...times, other })),
    days: fc
      .array(fc.tuple(fc.integer({ min: -1, max: 6 }), fc.option(hours)), { maxLength: 4 })
      .map(
        (entries) =>
          new Map(
            entries.map(([day, times]) => [new Date(start + day * DAY).toISOString().slice(0, 10), times]),
          ),
      ),
    busy: fc.array(
      fc
        .tuple(fc.integer({ min: -10, max: 5 * 96 }), fc.integer({ min: 1, max: 60 }))
        .map(([at, length]) => ({
          from: start + at * 15 * MINUTE,
          until: start + (at + length) * 15 * MINUTE,
        })),
      { maxLength: 12 },
    ),
  });

describe('free times of two people', () => {
  it('match an exhaustive search in 15-minute steps, for any zones, hours, days off and clock changes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...STARTS).chain((day) => {
          const start = Date.parse(`${day}T00:00:00Z`);
          return fc.tuple(
            fc.constant(start),
            availability(start),
            availability(start),
            fc.constantFrom(15, 30, 45, 60, 120),
            fc.integer({ min: 0, max: 90 }),
          );
        }),
        ([start, one, two, minutes, late]) => {
          const [from, until] = [start + late * MINUTE, start + 4 * DAY];
          expect(findSlots([one, two], { minutes, from, until })).toEqual(
            slotsByBruteForce([one, two], minutes, from, until),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('leave out the repeated hour when clocks go back, if it is outside working hours', () => {
    // On Chatham, 3:45 is followed by 2:45.
    const chatham = { days: [7], from: '03:00', until: '03:45' };
    const always = { days: [6, 7], from: '00:00', until: '23:45' };
    const slots = findSlots(
      [
        { timeZone: 'Pacific/Chatham', hours: chatham, days: new Map(), busy: [] },
        { timeZone: 'UTC', hours: always, days: new Map(), busy: [] },
      ],
      { minutes: 15, from: Date.parse('2026-04-04T00:00Z'), until: Date.parse('2026-04-05T00:00Z') },
    );
    expect(slots.map((slot) => new Date(slot).toISOString().slice(11, 16))).toEqual([
      '13:15',
      '13:30',
      '13:45',
      '14:15',
      '14:30',
      '14:45',
    ]);
  });

  const office = (timeZone: string, more: Partial<Availability> = {}): Availability => ({
    timeZone,
    hours: { days: [1, 2, 3, 4, 5], from: '09:00', until: '17:00' },
    days: new Map(),
    busy: [],
    ...more,
  });
  const at = (text: string) => Date.parse(text);
  const timesOf = (proposals: { startsAt: number }[]) =>
    proposals.map(({ startsAt }) => new Date(startsAt).toISOString());

  it('follow the clock change of each zone: Berlin and New York are 5 hours apart for 3 weeks in March', () => {
    const people = [office('Europe/Berlin'), office('America/New_York')] as const;
    const firstOf = (day: string) =>
      findSlots(people, { minutes: 60, from: at(`${day}T00:00:00Z`), until: at(`${day}T23:59:00Z`) }).map(
        (time) => new Date(time).toISOString().slice(11, 16),
      );
    // Before, between and after the changes on March 8 and 29.
    expect([firstOf('2026-03-05')[0], firstOf('2026-03-05').at(-1)]).toEqual(['14:00', '15:00']);
    expect([firstOf('2026-03-12')[0], firstOf('2026-03-12').at(-1)]).toEqual(['13:00', '15:00']);
    expect([firstOf('2026-04-02')[0], firstOf('2026-04-02').at(-1)]).toEqual(['13:00', '14:00']);
  });

  it('proposes 3 days, the third at least 5 days later, on full hours away from other appointments', () => {
    const busy = [{ from: at('2026-11-24T09:00:00Z'), until: at('2026-11-24T10:00:00Z') }];
    const proposals = proposeSlots([office('UTC', { busy }), office('UTC')], {
      minutes: 45,
      from: at('2026-11-24T06:00:00Z'),
      until: at('2026-12-08T06:00:00Z'),
    });
    expect(timesOf(proposals)).toEqual([
      '2026-11-24T10:30:00.000Z',
      '2026-11-25T09:00:00.000Z',
      '2026-11-30T09:00:00.000Z',
    ]);
    expect(proposals.every(({ isQuiet }) => isQuiet)).toBe(true);
  });

  it('proposes full and half hours in a zone with an offset of 45 minutes', () => {
    const proposals = proposeSlots([office('Asia/Kathmandu'), office('Asia/Kathmandu')], {
      minutes: 30,
      from: at('2026-11-23T18:00:00Z'),
      until: at('2026-11-25T18:00:00Z'),
    });
    expect(timesOf(proposals)).toEqual(['2026-11-24T03:15:00.000Z', '2026-11-25T03:15:00.000Z']);
  });

  it('is empty for people whose working hours never overlap', () => {
    const people = [office('Pacific/Auckland'), office('Europe/London')] as const;
    expect(
      proposeSlots(people, {
        minutes: 60,
        from: at('2026-11-24T00:00:00Z'),
        until: at('2026-12-08T00:00:00Z'),
      }),
    ).toEqual([]);
  });
});

describe('converting a wall time to an instant', () => {
  const wall = (text: string) => Date.parse(`${text}:00Z`);
  it.each([
    ['skipped in spring', '2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['shown twice in autumn', '2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['after the change', '2026-03-29T09:00', 'Europe/Berlin', '2026-03-29T07:00:00.000Z'],
    ['before the change', '2026-03-29T01:00', 'Europe/Berlin', '2026-03-29T00:00:00.000Z'],
    ['of a change of half an hour', '2026-10-04T09:00', 'Australia/Lord_Howe', '2026-10-03T22:00:00.000Z'],
    ['of a half-hour zone', '2026-06-01T09:00', 'Asia/Kolkata', '2026-06-01T03:30:00.000Z'],
  ])('%s', (_name, time, zone, instant) => {
    expect(new Date(instantOf(wall(time), zone)).toISOString()).toBe(instant);
  });
});
