import { currentLocale } from '#src/ui/text/locale.ts';

export interface TimeZone {
  id: string;
  /** `America/New York` */
  name: string;
}
/** UTC offset such as `UTC-05:00`, by zone id. */
export type Offsets = ReadonlyMap<string, string>;

function offsetOf(timeZone: string, now: Date): string {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(
      now,
    );
    const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return offset === 'GMT' ? 'UTC' : offset.replace('GMT', 'UTC');
  } catch {
    return '';
  }
}

/** All time zones that this browser knows, and the saved one even if the browser does not know it. */
export const timeZonesWith = (saved: string): TimeZone[] =>
  [...new Set([saved, ...Intl.supportedValuesOf('timeZone'), 'UTC'])]
    .sort()
    .map((id) => ({ id, name: id.replaceAll('_', ' ') }));

/** The offsets of all zones at a given time. Computing them takes tens of milliseconds. */
export const offsetsOf = (zones: readonly TimeZone[], now: Date): Offsets =>
  new Map(zones.map(({ id }) => [id, offsetOf(id, now)]));

const normalized = (text: string) => text.toLowerCase().replaceAll(/[/_]/g, ' ').replaceAll('−', '-').trim();

/** Matches parts of the name and the offset: `new york`, `berlin`, `utc+01`. */
export function searchTimeZones(zones: readonly TimeZone[], offsets: Offsets, text: string) {
  const words = normalized(text).split(/\s+/);
  return zones.filter(({ id, name }) => {
    const searched = normalized(`${name} ${offsets.get(id) ?? ''}`);
    return words.every((word) => searched.includes(word));
  });
}

/** The time of day in a zone; null for a zone that this browser does not know. */
export function timeIn(timeZone: string, now: Date): string | null {
  try {
    return new Intl.DateTimeFormat(currentLocale(), { timeZone, timeStyle: 'short' })
      .format(now)
      .replaceAll('\u202f', ' ');
  } catch {
    return null;
  }
}
