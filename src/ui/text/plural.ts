import { formatNumber } from './locale.ts';

/** Picks the text for a count and inserts the number at `#`: `plural(3, '# step', '# steps')` gives `3 steps`. */
export const plural = (count: number, one: string, many: string): string =>
  (count === 1 ? one : many).replace('#', () => formatNumber(count));
