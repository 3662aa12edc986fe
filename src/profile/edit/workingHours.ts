import { type WorkingHours, workingHoursSchema } from '#contract/profile.ts';

/** In the format of the form and its draft: `1,2,3 09:00 17:00`. */
export const writeWorkingHours = ({ days, from, until }: WorkingHours) =>
  `${days.join(',')} ${from} ${until}`;

/** Null without days. The contract validates the times. */
export function parseWorkingHours(text: string): WorkingHours | null {
  const [days = '', from = '', until = ''] = text.split(' ');
  const parsed = days
    .split(',')
    .filter((day) => day !== '')
    .map(Number);
  if (parsed.length === 0) return null;
  return workingHoursSchema.safeParse({ days: parsed, from, until }).data ?? { days: parsed, from, until };
}
