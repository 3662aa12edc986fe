import fc from 'fast-check';
import { dayOf } from '#server/formats.ts';
import {
  type Cadence,
  currentPeriod,
  instantOf,
  isLate,
  isOptional,
  lastDayOf,
  periodBefore,
  periodOf,
  periodsUntil,
  stateOf,
  timingOf,
} from '#server/learning/checkIns/periods.ts';

const HOUR = 3_600_000;
/** Zones with clock changes of an hour and of half an hour, at midnight, and on different days. */
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];
const zone = fc.constantFrom(...zones);
const cadence = fc.constantFrom<Cadence>('weekly', 'two-weeks', 'monthly');
const instant = fc
  .integer({ min: Date.UTC(2022, 0, 1), max: Date.UTC(2034, 0, 1) })
  .map((ms) => new Date(ms));
const timeIn = (timeZone: string, at: Date) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at);

it('gives every instant exactly one period, which closes when the next one opens', () => {
  fc.assert(
    fc.property(instant, zone, cadence, (now, timeZone, every) => {
      const period = currentPeriod(now, timeZone, every);
      const { opensAt, dueAt, closesAt } = timingOf(period, timeZone);
      expect(opensAt <= now && now < closesAt).toBe(true);
      expect(opensAt < dueAt && dueAt < closesAt).toBe(true);
      const next = currentPeriod(closesAt, timeZone, every);
      expect(next.start).toBe(period.end);
      expect(timingOf(next, timeZone).opensAt).toEqual(closesAt);
      expect(periodBefore(next, every)).toEqual(period);
    }),
  );
});

it('opens on the first day and is due on a Friday at 17:00 local time, even in weeks with a clock change', () => {
  fc.assert(
    fc.property(instant, zone, cadence, (now, timeZone, every) => {
      const period = currentPeriod(now, timeZone, every);
      const { opensAt, dueAt } = timingOf(period, timeZone);
      expect(dayOf(opensAt, { timeZone })).toBe(period.start);
      expect(dayOf(new Date(opensAt.getTime() - 1), { timeZone }) < period.start).toBe(true);
      expect(timeIn(timeZone, dueAt)).toBe('Fri 17:00');
      const last = lastDayOf(period);
      expect(dayOf(dueAt, { timeZone }) <= last).toBe(true);
      expect(dayOf(new Date(dueAt.getTime() + 7 * 24 * HOUR), { timeZone }) > last).toBe(true);
    }),
  );
});

it('covers past days without gaps', () => {
  fc.assert(
    fc.property(instant, cadence, (now, every) => {
      const last = periodOf(now.toISOString().slice(0, 10), every);
      const periods = periodsUntil(last, every, 12);
      expect(periods).toHaveLength(12);
      expect(periods.at(-1)).toEqual(last);
      expect(periods.slice(1).map(({ start }) => start)).toEqual(periods.slice(0, -1).map(({ end }) => end));
    }),
  );
});

it('finds the start of a day without midnight, and the first of two midnights', () => {
  // Clocks in Cairo went from 24:00 to 01:00, and in Santiago from 24:00 back to 23:00.
  expect(instantOf('2024-04-26', 0, 'Africa/Cairo').toISOString()).toBe('2024-04-25T22:00:00.000Z');
  expect(instantOf('2024-04-07', 0, 'America/Santiago').toISOString()).toBe('2024-04-07T04:00:00.000Z');
  expect(instantOf('2026-10-25', 2, 'Europe/Berlin').toISOString()).toBe('2026-10-25T00:00:00.000Z');
});

it('begins periods of one and two weeks on a Monday, and months on the first', () => {
  expect(periodOf('2026-11-22', 'weekly')).toEqual({ start: '2026-11-16', end: '2026-11-23' });
  expect(periodOf('2026-11-23', 'weekly')).toEqual({ start: '2026-11-23', end: '2026-11-30' });
  expect(periodOf('2026-11-23', 'two-weeks')).toEqual({ start: '2026-11-16', end: '2026-11-30' });
  expect(periodOf('2026-12-31', 'monthly')).toEqual({ start: '2026-12-01', end: '2027-01-01' });
});

it('is open, then late, then missed, until it is sent or skipped', () => {
  const timing = timingOf(periodOf('2026-11-18', 'weekly'), 'UTC');
  const at = (time: string) => new Date(`${time}Z`);
  const stateAt = (time: string, state: 'open' | 'skipped' | 'submitted' = 'open') =>
    stateOf({ state, reviewedAt: null }, timing, { now: at(time), joinedAt: timing.opensAt });
  expect(stateAt('2026-11-20T16:59:59')).toBe('open');
  expect(stateAt('2026-11-20T17:00:00')).toBe('late');
  expect(stateAt('2026-11-23T00:00:00')).toBe('missed');
  expect(stateAt('2026-11-23T00:00:00', 'skipped')).toBe('skipped');
  expect(stateAt('2026-11-18T00:00:00', 'submitted')).toBe('submitted');
});

it('is never late for people who joined after it opened', () => {
  const timing = timingOf(periodOf('2026-11-18', 'weekly'), 'UTC');
  const joinedAt = new Date(timing.opensAt.getTime() + 1);
  const [before, after] = [new Date(timing.dueAt.getTime() - 1), timing.dueAt];
  expect(stateOf(null, timing, { now: after, joinedAt })).toBe('open');
  expect(isLate(timing, { now: after, joinedAt })).toBe(false);
  expect(isOptional(timing, { now: before, joinedAt })).toBe(false);
  expect(isOptional(timing, { now: after, joinedAt })).toBe(true);
  expect(isOptional(timing, { now: after, joinedAt: timing.opensAt })).toBe(false);
});
