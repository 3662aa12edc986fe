import { format } from 'date-fns';
import { dayAndTime, longDay, shortDay } from '#src/ui/text/dates.ts';

const now = new Date(2026, 10, 22);

it('shows the year of a day in another year only', () => {
  expect(shortDay('2026-11-27', now)).toBe('Nov 27');
  expect(shortDay('2025-03-09', now)).toBe('Mar 9, 2025');
  expect(longDay('2026-09-01')).toBe('Sep 1, 2026');
});

it('shows an instant in the time zone of the browser', () => {
  const instant = new Date(2026, 5, 30, 23, 30);
  expect(longDay(instant.toISOString())).toBe('Jun 30, 2026');
});

it.each([0, 9, 12, 23])('writes a time at %i o’clock like the notifications do', (hour) => {
  const date = new Date(2026, 0, 5, hour, 5);
  expect(dayAndTime(date)).toBe(format(date, 'MMM d, y, h:mm a'));
});
