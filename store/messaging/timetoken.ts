/**
 * Timetokens are text, because 17 digits exceed the range of safe integers. A longer text is later; texts of the same
 * length compare by character (decision 0012).
 */
export const compareTimetokens = (a: string, b: string): number =>
  a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
export const isLater = (a: string, b: string) => compareTimetokens(a, b) > 0;
export const laterOf = (a: string, b: string) => (isLater(b, a) ? b : a);

/** The timetoken of an instant, in units of 100 ns since the epoch. */
export const timetokenAt = (epochMs: number) => `${BigInt(Math.max(0, Math.round(epochMs))) * 10_000n}`;
export const instantOf = (timetoken: string) => Number(BigInt(timetoken) / 10_000n);
