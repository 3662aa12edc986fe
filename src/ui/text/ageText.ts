import { plural } from './plural.ts';

const MINUTE_MS = 60_000;

/** How long ago something was: "2 hours ago". */
export function ageText(instant: number, now: number): string {
  const minutes = Math.floor((now - instant) / MINUTE_MS);
  if (minutes < 1) return 'less than a minute ago';
  if (minutes < 60) return plural(minutes, '# minute ago', '# minutes ago');
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return plural(hours, '# hour ago', '# hours ago');
  return plural(Math.floor(hours / 24), '# day ago', '# days ago');
}
