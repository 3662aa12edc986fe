import { hoursOn, type WorkingHours } from '#contract/profile.ts';
import { currentLocale } from './locale.ts';

/** November 30, 2026 is a Monday. */
const dateOf = (day: number) => new Date(Date.UTC(2026, 10, 29 + day));
const dayFormat = (style: 'short' | 'long') =>
  new Intl.DateTimeFormat('en', { weekday: style, timeZone: 'UTC' });

/** `Mon` or `Monday` for 1. */
export const weekdayName = (day: number, style: 'short' | 'long' = 'short') =>
  dayFormat(style).format(dateOf(day));

/** `09:00` in the format of the locale. */
export function timeText(time: string): string {
  const format = new Intl.DateTimeFormat(currentLocale(), { timeStyle: 'short', timeZone: 'UTC' });
  return format.format(new Date(`2026-11-30T${time}:00Z`)).replaceAll('\u202f', ' ');
}

/** Consecutive days: `Mon to Fri`. */
function daysText(days: readonly number[]): string {
  const sorted = [...days].sort((a, b) => a - b);
  const runs: number[][] = [];
  for (const day of sorted) {
    const last = runs.at(-1);
    if (last && last.at(-1) === day - 1) last.push(day);
    else runs.push([day]);
  }
  return runs
    .flatMap((run) =>
      run.length > 2
        ? [`${weekdayName(run[0] ?? 1)} to ${weekdayName(run.at(-1) ?? 1)}`]
        : run.map((day) => weekdayName(day)),
    )
    .join(', ');
}

/** `Works Mon to Thu, 9:00 AM to 5:00 PM; Fri, 9:00 AM to 1:00 PM` */
export function workingHoursText(hours: WorkingHours) {
  const groups = Map.groupBy(
    [...hours.days].sort((a, b) => a - b),
    (day) => {
      const { from, until } = hoursOn(hours, day) ?? hours;
      return `${timeText(from)} to ${timeText(until)}`;
    },
  );
  return `Works ${[...groups].map(([times, days]) => `${daysText(days)}, ${times}`).join('; ')}`;
}
