import type { CoachingDay } from '#contract/learning/calendar.ts';
import { DAY_MS } from '#contract/timeZones.ts';

export interface DayRun {
  firstDay: string;
  lastDay: string;
  hours: CoachingDay['hours'];
}

/** Days that follow each other with the same hours are one row. */
export function runsOf(days: readonly CoachingDay[]): DayRun[] {
  const runs: DayRun[] = [];
  for (const { day, hours } of days) {
    const last = runs.at(-1);
    const follows =
      last &&
      Date.parse(day) - Date.parse(last.lastDay) === DAY_MS &&
      last.hours?.from === hours?.from &&
      last.hours?.until === hours?.until;
    if (follows) last.lastDay = day;
    else runs.push({ firstDay: day, lastDay: day, hours });
  }
  return runs;
}
