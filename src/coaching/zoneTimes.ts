import { changeBetween, offsetAt } from '#contract/timeZones.ts';
import { currentLocale } from '#src/ui/text/locale.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A zone that this browser does not know is shown in UTC. */
function known(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone && timeZone;
  } catch {
    return 'UTC';
  }
}

const format = (timeZone: string, options: Intl.DateTimeFormatOptions, locale = currentLocale()) =>
  new Intl.DateTimeFormat(locale, { timeZone: known(timeZone), ...options });
/** Some versions of Intl put narrow spaces around times. */
const plainSpaces = (text: string) => text.replaceAll(/[\u202f\u2009]/g, ' ');

/** `3:00 – 3:45 PM`; past midnight `11:30 PM – 12:15 AM`, to which `formatRange` would add both dates. */
export const timeRange = (startsAt: string, minutes: number, timeZone: string) => {
  const start = new Date(startsAt);
  const end = new Date(start.getTime() + minutes * MINUTE_MS);
  const day = format(timeZone, { dateStyle: 'short' });
  const times = format(timeZone, { timeStyle: 'short' });
  return plainSpaces(
    day.format(start) === day.format(end)
      ? times.formatRange(start, end)
      : `${times.format(start)} – ${times.format(end)}`,
  );
};

export const timeIn = (instant: string | number, timeZone: string) =>
  plainSpaces(format(timeZone, { timeStyle: 'short' }).format(new Date(instant)));

/** `Thursday, Mar 12` */
export const weekdayAndDay = (instant: string, timeZone: string) =>
  format(timeZone, { weekday: 'long', month: 'short', day: 'numeric' }).format(new Date(instant));

/** `Thu`, `12` and `Mar`, for the tile of a date. */
export const tileOf = (instant: string, timeZone: string) => {
  const date = new Date(instant);
  return {
    weekday: format(timeZone, { weekday: 'short' }).format(date),
    date: format(timeZone, { day: 'numeric' }).format(date),
    month: format(timeZone, { month: 'short' }).format(date),
  };
};

/** `New York` for `America/New_York` */
export const cityOf = (timeZone: string) => (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');

/** Each language has abbreviations for only some zones, and shows the other zones as an offset. */
const NAMING_LOCALES = ['en-US', 'en-GB', 'en-AU', 'en-IN', 'en-ZA', 'en-NZ'];
function abbreviationOf(instant: string, timeZone: string): string | null {
  for (const locale of NAMING_LOCALES) {
    const name = format(timeZone, { timeZoneName: 'short' }, locale)
      .formatToParts(new Date(instant))
      .find(({ type }) => type === 'timeZoneName')?.value;
    if (name && !/[+-]/.test(name)) return name;
  }
  return null;
}

/** `UTC+5:45` */
const offsetText = (instant: string, timeZone: string) =>
  plainSpaces(
    format(timeZone, { timeZoneName: 'shortOffset' }, 'en-US')
      .formatToParts(new Date(instant))
      .find(({ type }) => type === 'timeZoneName')?.value ?? '',
  ).replace('GMT', 'UTC');

/** `Berlin, CET`; without an abbreviation, `Kathmandu, UTC+5:45` */
export const zoneName = (instant: string, timeZone: string) => {
  const [city, name] = [cityOf(timeZone), abbreviationOf(instant, timeZone)];
  return name === city ? city : `${city}, ${name ?? offsetText(instant, timeZone)}`;
};

const hoursText = (ms: number) => {
  const hours = Math.abs(ms) / HOUR_MS;
  const number = new Intl.NumberFormat(currentLocale()).format(hours);
  return hours === 1 ? `${number} hour` : `${number} hours`;
};
const aheadOf = (mine: string, theirs: string, instant: number) =>
  offsetAt(instant, known(theirs)) - offsetAt(instant, known(mine));

/** `5 hours apart`, or null if both have the same time. */
export function differenceText(mine: string, theirs: string, instant: string): string | null {
  const difference = aheadOf(mine, theirs, Date.parse(instant));
  return difference === 0 ? null : `${hoursText(difference)} apart`;
}

/** A note if a clock change before the session changes the time difference. */
export function clockChangeText(
  { mine, theirs }: { mine: string; theirs: string },
  startsAt: string,
  now: number,
  shortDay: (instant: string) => string,
): string | null {
  const at = Date.parse(startsAt);
  const [before, after] = [aheadOf(mine, theirs, now), aheadOf(mine, theirs, at)];
  if (before === after || at <= now) return null;
  const zone = offsetAt(now, known(mine)) === offsetAt(at, known(mine)) ? theirs : mine;
  const change = shortDay(new Date(changeBetween(now, at, known(zone))).toISOString());
  const city = cityOf(theirs);
  const then =
    after === 0
      ? `From then on ${city} has the same time as you.`
      : `From then on ${city} is ${hoursText(after)} ${after > 0 ? 'ahead of' : 'behind'} you.`;
  return `The clocks in ${cityOf(zone)} change on ${change}. ${then}`;
}
