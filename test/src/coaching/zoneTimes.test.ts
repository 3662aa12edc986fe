import { timeRange, zoneName } from '#src/coaching/zoneTimes.ts';

it.each([
  ['2026-11-27T14:00:00.000Z', '3:00 – 3:45 PM'],
  ['2026-11-27T10:30:00.000Z', '11:30 AM – 12:15 PM'],
  ['2026-11-27T22:30:00.000Z', '11:30 PM – 12:15 AM'],
])('shows only times for a session from %s', (startsAt, text) => {
  expect(timeRange(startsAt, 45, 'Europe/Berlin')).toBe(text);
});

it('names zones by their abbreviation or offset', () => {
  const at = '2026-11-23T09:00:00.000Z';
  expect(['Europe/Berlin', 'Asia/Kathmandu', 'America/Sao_Paulo'].map((zone) => zoneName(at, zone))).toEqual([
    'Berlin, CET',
    'Kathmandu, UTC+5:45',
    'Sao Paulo, UTC-3',
  ]);
});
