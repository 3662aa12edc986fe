import type { IncomingHttpHeaders } from 'node:http';

const DEFAULT = 'en-US';

/** The browser's first language, in which it also writes dates (decision 0024). */
export function requestLocale({ 'accept-language': accepted = '' }: IncomingHttpHeaders): string {
  const [first = ''] = accepted.split(/[,;]/, 1);
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(first.trim())[0] ?? DEFAULT;
  } catch {
    return DEFAULT; // `*`, or not a language tag
  }
}
