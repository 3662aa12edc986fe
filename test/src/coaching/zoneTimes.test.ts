import { timeRange } from '#src/coaching/zoneTimes.ts';

it.each([
  ['2026-11-27T14:00:00.000Z', '3:00 – 3:45 PM'],
  ['2026-11-27T10:30:00.000Z', '11:30 AM – 12:15 PM'],
  ['2026-11-27T22:30:00.000Z', '11:30 PM – 12:15 AM'],
])('shows only times for a session from %s', (startsAt, text) => {
  expect(timeRange(startsAt, 45, 'Europe/Berlin')).toBe(text);
});
