const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

interface QuietHours {
  timeZone: string;
  /** Times of day such as 20:00; null: no quiet hours. */
  quietFrom: string | null;
  quietUntil: string | null;
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Minutes since midnight in a time zone. */
function minutesIn(timeZone: string, now: Date): number {
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return minutesOf(time.format(now));
}

/** Milliseconds until the quiet hours of a person end; 0 outside of them. They can end on the next day. */
export function quietTimeLeft({ timeZone, quietFrom, quietUntil }: QuietHours, now: Date): number {
  if (quietFrom === null || quietUntil === null) return 0;
  const [from, until] = [minutesOf(quietFrom), minutesOf(quietUntil)];
  const sinceStart = (minutesIn(timeZone, now) - from + DAY_MINUTES) % DAY_MINUTES;
  const length = (until - from + DAY_MINUTES) % DAY_MINUTES;
  return sinceStart < length ? (length - sinceStart) * MINUTE_MS - (now.getTime() % MINUTE_MS) : 0;
}

/** The hours of a person's day in which the system sends its notices, which are never urgent. */
const NIGHT = { quietFrom: '17:00', quietUntil: '09:00' };

/**
 * Whether the system may send a notice to people in a time zone now: during the day, and outside the organisation's
 * quiet hours.
 */
export function noticeHours(quietHours: { from: string; until: string } | null, now: Date) {
  const quiet = { quietFrom: quietHours?.from ?? null, quietUntil: quietHours?.until ?? null };
  const known = new Map<string, boolean>();
  return (timeZone: string): boolean => {
    const isOpen =
      known.get(timeZone) ??
      [NIGHT, quiet].every((hours) => quietTimeLeft({ timeZone, ...hours }, now) === 0);
    known.set(timeZone, isOpen);
    return isOpen;
  };
}
