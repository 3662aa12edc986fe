/** A day such as `2026-11-27` starts at midnight in the time zone of the browser. */
const dateOf = (instantOrDay: string) =>
  new Date(/^\d{4}-\d{2}-\d{2}$/.test(instantOrDay) ? `${instantOrDay}T00:00` : instantOrDay);
const formatted = (date: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', options).format(date);

const DAY = { month: 'short', day: 'numeric' } as const;
const DAY_AND_YEAR = { ...DAY, year: 'numeric' } as const;

/** `Mar 9`, or `Mar 9, 2025` for another year. */
export function shortDay(instantOrDay: string, now: Date = new Date()): string {
  const date = dateOf(instantOrDay);
  return formatted(date, date.getFullYear() === now.getFullYear() ? DAY : DAY_AND_YEAR);
}
/** `Mar 9, 2026` */
export const longDay = (instantOrDay: string) => formatted(dateOf(instantOrDay), DAY_AND_YEAR);

/** `Mar 9, 2026, 2:05 PM` */
export const dayAndTime = (date: Date) =>
  // Some versions of Intl put a narrow space before AM and PM.
  formatted(date, { ...DAY_AND_YEAR, hour: 'numeric', minute: '2-digit' }).replace('\u202f', ' ');

export const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
