import { dayOf, daysBetween, formatDate, formatDay, formatDueDate, formatterOf } from '#server/formats.ts';
import { requestLocale } from '#server/http/requestLocale.ts';

const INSTANT = new Date('2026-11-22T23:30:00Z');

it.each([
  ['en-US', 'UTC', 'Nov 22', 'Nov 27'],
  ['en-US', 'Europe/Berlin', 'Nov 23', 'Nov 27'],
  ['en-GB', 'America/New_York', '22 Nov', '27 Nov'],
  ['de-DE', 'Asia/Tokyo', '23. Nov.', '27. Nov.'],
  ['ja-JP', 'Pacific/Honolulu', '11月22日', '11月27日'],
])('writes dates in the language %s and the time zone %s', (locale, timeZone, instant, day) => {
  expect(formatDay(INSTANT, { locale, timeZone })).toBe(instant);
  expect(formatDate('2026-11-27', { locale })).toBe(day);
});

it('adds the year to a due date that is not in the current year of the viewer', () => {
  const region = { locale: 'en-US', timeZone: 'Pacific/Auckland' };
  expect(formatDueDate('2026-12-31', INSTANT, region)).toBe('Dec 31');
  expect(formatDueDate('2027-01-27', INSTANT, region)).toBe('Jan 27, 2027');
  expect(formatDueDate('2027-01-27', new Date('2026-12-31T12:00:00Z'), region)).toBe('Jan 27');
});

it('computes the day of an instant in a time zone', () => {
  expect(dayOf(INSTANT, { timeZone: 'UTC' })).toBe('2026-11-22');
  expect(dayOf(INSTANT, { timeZone: 'Pacific/Auckland' })).toBe('2026-11-23');
});

it.each([
  ['2026-11-08T18:00:00Z', 'UTC', 19],
  ['2026-11-08T06:00:00Z', 'UTC', 19],
  ['2026-11-08T23:30:00Z', 'Europe/Berlin', 18],
  // The clocks go back in between.
  ['2026-10-24T22:00:00Z', 'Europe/Berlin', 33],
])('counts the calendar days since %s in the time zone %s', (from, timeZone, days) => {
  expect(daysBetween(new Date(from), new Date('2026-11-27T11:00:00Z'), { timeZone })).toBe(days);
});

it('keeps formatters, but not more than a limit, because browsers can send any language', () => {
  const formatterFor = (locale: string) => formatterOf('shortDay', { locale, timeZone: 'UTC' });
  const kept = formatterFor('en-x-kept');
  expect(formatterFor('en-x-kept')).toBe(kept);
  for (let n = 0; n < 500; n++) formatterFor(`en-x-${n}`);
  expect(formatterFor('en-x-kept')).not.toBe(kept);
});

it.each([
  ['de-DE,de;q=0.9,en;q=0.8', 'de-DE'],
  ['fr;q=0.9', 'fr'],
  ['*', 'en-US'],
  ['not a language', 'en-US'],
  ['', 'en-US'],
  [undefined, 'en-US'],
])('uses the first language of the request: %s', (header, locale) => {
  expect(requestLocale(header === undefined ? {} : { 'accept-language': header })).toBe(locale);
});
