/** An instant as milliseconds, a Date or an ISO text. */
type Instant = number | string | Date;

/**
 * Formats dates and times for one language and time zone. Days are texts such as `2026-11-27` and have no time zone.
 */
export interface Formats {
  /** The current day, updated at midnight. */
  today: string;
  /** The day of an instant. */
  dayOf: (instant: Instant) => string;
  /** The hour of an instant, 0 to 23. */
  hourOf: (instant: Instant) => number;
  /** `Mar 9`, or `Mar 9, 2025` for another year. */
  shortDay: (instantOrDay: string) => string;
  /** `Mar 9, 2026` */
  longDay: (instantOrDay: string) => string;
  /** `Mar` and `9` */
  monthAndDate: (day: string) => { month: string; date: string };
  /** `Mar 2026` */
  monthAndYear: (day: string) => string;
  /** `Today`, `Yesterday`, `Thursday, November 19`; with the year if it is not this year. */
  dayTitle: (instant: Instant) => string;
  /** `Today`, `Yesterday`, `Nov 18`; with the year if it is not this year. */
  recentDay: (instant: Instant) => string;
  /** `9:41 AM` today, then `Yesterday`, `Nov 18`. */
  recentTime: (instant: Instant) => string;
  /** `9:41 AM` */
  time: (instant: Instant) => string;
  /** `9:41:05 AM` */
  timeWithSeconds: (instant: Instant) => string;
  /** `Mar 9, 2026, 9:41 AM`, the product owner's format for notifications. */
  dayAndTime: (instant: Instant) => string;
  /** `3/9/26, 9:41:05 AM`, the product owner's format for messages. */
  exactTime: (instant: Instant) => string;
}

const MS_PER_DAY = 24 * 60 * 60_000;
/** In every time zone, days begin at a quarter of an hour of UTC. */
const QUARTER_MS = 15 * 60_000;

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);
/** The number of days from one day to another; negative if the second is earlier. */
export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / MS_PER_DAY;

/** A time zone of the profile that this browser does not know is replaced by the browser's time zone. */
function knownTimeZone(timeZone: string | undefined): string | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const isoDayFormat = (timeZone: string | undefined) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });

/** `today` is a day in the time zone. Without a time zone, the browser's applies. */
export function formatsFor(locale: string, zone: string | undefined, today: string): Formats {
  const timeZone = knownTimeZone(zone);
  const formatter = (options: Intl.DateTimeFormatOptions) => {
    let format: Intl.DateTimeFormat | null = null;
    return (instant: Instant) => {
      format ??= new Intl.DateTimeFormat(locale, { timeZone, ...options });
      // Some versions of Intl put a narrow space before AM and PM.
      return format.format(new Date(instant)).replaceAll('\u202f', ' ');
    };
  };
  const dayFormatter = (options: Intl.DateTimeFormatOptions) => {
    const ofInstant = formatter(options);
    const ofDay = formatter({ ...options, timeZone: 'UTC' });
    return (instantOrDay: string) => (isDay(instantOrDay) ? ofDay : ofInstant)(instantOrDay);
  };
  const isoDay = isoDayFormat(timeZone);
  let last = { quarter: Number.NaN, day: '' };
  const dayOf = (instant: Instant) => {
    const date = new Date(instant);
    const quarter = Math.floor(date.getTime() / QUARTER_MS);
    if (quarter !== last.quarter) last = { quarter, day: isoDay.format(date) };
    return last.day;
  };
  const isThisYear = (day: string) => day.slice(0, 4) === today.slice(0, 4);
  const short = dayFormatter({ month: 'short', day: 'numeric' });
  const long = dayFormatter({ month: 'short', day: 'numeric', year: 'numeric' });
  const full = dayFormatter({ weekday: 'long', month: 'long', day: 'numeric' });
  const fullWithYear = dayFormatter({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
  const month = dayFormatter({ month: 'short' });
  const monthAndYear = dayFormatter({ month: 'short', year: 'numeric' });
  const date = dayFormatter({ day: 'numeric' });
  const hour = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  const time = formatter({ timeStyle: 'short' });

  const shortDay = (instantOrDay: string) =>
    isThisYear(isDay(instantOrDay) ? instantOrDay : dayOf(instantOrDay))
      ? short(instantOrDay)
      : long(instantOrDay);
  const relativeDay = (day: string) => {
    const days = daysBetween(day, today);
    if (days === 0) return 'Today';
    return days === 1 ? 'Yesterday' : null;
  };
  const recentDay = (instant: Instant) => relativeDay(dayOf(instant)) ?? shortDay(dayOf(instant));
  return {
    today,
    dayOf,
    hourOf: (instant) => Number(hour.format(new Date(instant))),
    shortDay,
    longDay: long,
    monthAndYear,
    monthAndDate: (day) => ({ month: month(day), date: date(day) }),
    dayTitle(instant) {
      const day = dayOf(instant);
      return relativeDay(day) ?? (isThisYear(day) ? full(day) : fullWithYear(day));
    },
    recentDay,
    recentTime: (instant) => (dayOf(instant) === today ? time(instant) : recentDay(instant)),
    time,
    timeWithSeconds: formatter({ timeStyle: 'medium' }),
    dayAndTime: formatter({ dateStyle: 'medium', timeStyle: 'short' }),
    exactTime: formatter({ dateStyle: 'short', timeStyle: 'medium' }),
  };
}

/** The day of an instant in a time zone. */
export const dayIn = (timeZone: string | undefined, instant: number) =>
  isoDayFormat(knownTimeZone(timeZone)).format(instant);
