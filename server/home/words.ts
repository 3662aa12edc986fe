/** Dates in the words of the screens, in the viewer's own zone. */
export const dayInWords = (instant: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone }).format(instant);

/** A calendar day needs no zone: `2026-05-29` is May 29 everywhere. */
export const dueInWords = (day: string) => dayInWords(new Date(`${day}T12:00:00Z`), 'UTC');

/** The calendar day in a zone, as the contract writes days. */
export const dayOf = (instant: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).format(
    instant,
  );

export const daysBetween = (from: Date, to: Date) => Math.floor((to.getTime() - from.getTime()) / 86_400_000);

/** “Ada”, “Ada and Ben”, “Ada, Ben and Cy”. */
export const inWords = (names: string[]) =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

export const plural = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;
