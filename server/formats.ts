/** Time zone and language in which a viewer reads dates (decision 0024). */
export interface Region {
  timeZone: string;
  locale: string;
}

const styles = {
  shortDay: { month: 'short', day: 'numeric' },
  fullDay: { month: 'short', day: 'numeric', year: 'numeric' },
  numericDay: { year: 'numeric', month: '2-digit', day: '2-digit' },
  clock: {
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

const formatters = new Map<string, Intl.DateTimeFormat>();
/** Browsers send the locale, so the number of formatters has a limit. */
const MAX_FORMATTERS = 500;

/** Creating a formatter takes about 80 times as long as using it, so formatters are kept. */
export function formatterOf(style: keyof typeof styles, { locale, timeZone }: Region): Intl.DateTimeFormat {
  const key = `${style} ${locale} ${timeZone}`;
  const existing = formatters.get(key);
  if (existing) return existing;
  const formatter = new Intl.DateTimeFormat(locale, { ...styles[style], timeZone });
  if (formatters.size >= MAX_FORMATTERS) formatters.clear();
  formatters.set(key, formatter);
  return formatter;
}

/** A date in the viewer's time zone, as screens show it: `Nov 27`. */
export const formatDay = (instant: Date, region: Region) => formatterOf('shortDay', region).format(instant);

const noonOf = (day: string) => new Date(`${day}T12:00:00Z`);

/** A calendar day has no time zone: `2026-11-27` is `Nov 27` everywhere. */
export const formatDate = (day: string, { locale }: Pick<Region, 'locale'>) =>
  formatDay(noonOf(day), { locale, timeZone: 'UTC' });

/** A date with its year: `Nov 27, 2026`. */
export const formatFullDate = (day: string, { locale }: Pick<Region, 'locale'>) =>
  formatterOf('fullDay', { locale, timeZone: 'UTC' }).format(noonOf(day));

/** A due date: with its year if it is not the current one, so that it is not taken for a past day. */
export const formatDueDate = (day: string, now: Date, region: Region) =>
  day.slice(0, 4) === dayOf(now, region).slice(0, 4) ? formatDate(day, region) : formatFullDate(day, region);

/** The calendar day of an instant in a time zone, in the format of the contract: `2026-11-27`. */
export const dayOf = (instant: Date, { timeZone }: Pick<Region, 'timeZone'>) =>
  formatterOf('numericDay', { locale: 'en-CA', timeZone }).format(instant);

/** The number of calendar days between two instants, so that a screen counts the days that it shows. */
export const daysBetween = (from: Date, to: Date, region: Pick<Region, 'timeZone'>) =>
  (Date.parse(dayOf(to, region)) - Date.parse(dayOf(from, region))) / 86_400_000;

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });
/** `Ada`, `Ada and Ben`, `Ada, Ben and Cy`. */
export const formatList = (items: readonly string[]) => list.format(items);

const rules = new Intl.PluralRules('en');
/** Chooses the complete sentence or phrase for a count. */
export const plural = (count: number, one: string, other: string) =>
  rules.select(count) === 'one' ? one : other;

/** A waiting time, rounded up: `30 seconds`, `1 minute`, `12 minutes`, `1 hour`. */
export function formatWait(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  if (seconds < 60) return `${seconds} ${plural(seconds, 'second', 'seconds')}`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} ${plural(minutes, 'minute', 'minutes')}`;
  const hours = Math.ceil(minutes / 60);
  return `${hours} ${plural(hours, 'hour', 'hours')}`;
}

/** Joins whole sentences and leaves out those that do not apply. */
export const sentences = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(' ');
