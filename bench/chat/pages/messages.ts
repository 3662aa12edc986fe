/** The same texts for every contestant: short and long, some with line breaks, links or emoji. */
const WORDS =
  'we could talk about it on Thursday after the review because the numbers look better than last month and no one has asked the team what they need from us before the next release goes out'.split(
    ' ',
  );
const LENGTHS = [3, 7, 12, 5, 24, 9, 2, 16, 40, 6];

/** Every message ends with its number, which identifies it on the screen. */
export function textOf(n: number): string {
  const length = LENGTHS[n % LENGTHS.length] ?? 5;
  const words = Array.from({ length }, (_, index) => WORDS[(n * 7 + index) % WORDS.length]).join(' ');
  const more = n % 11 === 0 ? ' https://example.com/notes' : n % 13 === 0 ? '\n👍 fine by me' : '';
  return `${words}${more} ${numberTextOf(n)}`;
}
export const numberTextOf = (n: number) => `#${n}`;
/** 2 people take turns, a few messages each. */
export const isOwnMessage = (n: number) => n % 5 < 2;

/** The number of the newest message at the start. There are always older messages to load. */
export const NEWEST = 100_000;
