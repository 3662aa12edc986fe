import { format, parseISO } from 'date-fns';

/** `Mar 9`, with the year only where it is another one. */
export function shortDay(instantOrDay: string, now: Date = new Date()): string {
  const date = parseISO(instantOrDay);
  return format(date, date.getFullYear() === now.getFullYear() ? 'MMM d' : 'MMM d, y');
}
export const longDay = (instantOrDay: string) => format(parseISO(instantOrDay), 'MMM d, y');

/** `3 steps`, `1 step`. */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
/** Small numbers in words, as in running text. */
export const inWords = (count: number) => WORDS[count] ?? String(count);
export const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
