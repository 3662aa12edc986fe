import { type WorkingHours, workingHoursSchema } from '#contract/profile.ts';

/** In the format of the form and its draft: `1,2,3 09:00 17:00`, with `5=09:00-12:00` for a day with other hours. */
export const writeWorkingHours = ({ days, from, until, other = {} }: WorkingHours) =>
  [
    days.join(','),
    from,
    until,
    ...days.flatMap((day) => (other[day] ? [`${day}=${other[day].from}-${other[day].until}`] : [])),
  ].join(' ');

/** Null without days. The contract validates the times. */
export function parseWorkingHours(text: string): WorkingHours | null {
  const [days = '', from = '', until = '', ...rest] = text.split(' ');
  const parsed = days
    .split(',')
    .filter((day) => day !== '')
    .map(Number);
  if (parsed.length === 0) return null;
  const other = Object.fromEntries(
    rest.map((one) => {
      const [day = '', begins = '', ends = ''] = one.split(/[=-]/);
      return [day, { from: begins, until: ends }];
    }),
  );
  const hours = { days: parsed, from, until, ...(rest.length > 0 && { other }) };
  return workingHoursSchema.safeParse(hours).data ?? hours;
}
