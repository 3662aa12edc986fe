const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    formats.set(timeZone, format);
  }
  return format;
}

/** The wall time of an instant, encoded as if it were UTC, in milliseconds. Whole minutes. */
export function wallTimeOf(instant: number, timeZone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(instant)) parts[type] = Number(value);
  return Date.UTC(parts.year ?? 0, (parts.month ?? 1) - 1, parts.day, parts.hour, parts.minute);
}

/** Offset of a time zone from UTC at an instant. */
export const offsetAt = (instant: number, timeZone: string) => {
  const minute = Math.floor(instant / MINUTE_MS) * MINUTE_MS;
  return wallTimeOf(minute, timeZone) - minute;
};

/**
 * The instant of a wall time that is encoded as if it were UTC. A time that does not exist in spring becomes the first
 * moment after the gap. If a time occurs twice in autumn, the first one counts.
 */
export function instantOf(wall: number, timeZone: string): number {
  const before = offsetAt(wall - DAY_MS, timeZone);
  const after = offsetAt(wall + DAY_MS, timeZone);
  const first = wall - Math.max(before, after);
  if (before === after || wallTimeOf(first, timeZone) === wall) return first;
  const second = wall - Math.min(before, after);
  if (wallTimeOf(second, timeZone) === wall) return second;
  return changeBetween(first, second, timeZone);
}

/** The first moment after a clock change, between 2 instants with exactly one change between them. */
export function changeBetween(from: number, until: number, timeZone: string): number {
  const offset = offsetAt(from, timeZone);
  let [low, high] = [from / MINUTE_MS, until / MINUTE_MS];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle * MINUTE_MS, timeZone) === offset) low = middle;
    else high = middle;
  }
  return high * MINUTE_MS;
}

/** The day of an instant, as the number of days since 1970-01-01. */
export const dayNumberOf = (instant: number, timeZone: string) =>
  Math.floor(wallTimeOf(instant, timeZone) / DAY_MS);

/** `2026-11-27` */
export const dayText = (dayNumber: number) => new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);

/** 1 (Monday) to 7 (Sunday). 1970-01-01 was a Thursday. */
export const weekdayOf = (dayNumber: number) => ((((dayNumber + 3) % 7) + 7) % 7) + 1;

/** Minutes since midnight for a time such as `09:30`. */
export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
