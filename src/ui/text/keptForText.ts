import { plural } from './plural.ts';

/** How long data is kept, in whole years where possible. */
export const keptForText = (days: number) => {
  if (days % 365 === 0) return plural(days / 365, '# year', '# years');
  return days === 180 ? '6 months' : plural(days, '# day', '# days');
};
