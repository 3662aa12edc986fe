import { format } from 'date-fns';
import { CHAT_LIST_DATE_FORMAT, MESSAGE_TIME_FORMAT, NOTIFICATION_DATE_FORMAT } from '#contract/limits.ts';
import { daysBetween, formatsFor } from '#src/ui/text/formats.ts';
import { browserLocale, formatNumber, formatPercent } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';

const TODAY = '2026-11-22';
/** 9:41 in Berlin, 3:41 in New York, 21:41 in Auckland, 22:26 in the Chatham Islands. */
const INSTANT = '2026-11-22T08:41:05.000Z';
const inBerlin = formatsFor('en-US', 'Europe/Berlin', TODAY);
const inNewYork = formatsFor('en-US', 'America/New_York', TODAY);

describe('in the default language', () => {
  it.each([0, 9, 12, 23])('dates at %i o’clock have the product owner’s format', (hour) => {
    const date = new Date(2026, 0, 5, hour, 5, 9);
    const { dayAndTime, exactTime, shortDay } = formatsFor('en-US', undefined, TODAY);
    expect(dayAndTime(date)).toBe(format(date, NOTIFICATION_DATE_FORMAT));
    expect(exactTime(date)).toBe(format(date, MESSAGE_TIME_FORMAT));
    expect(shortDay(date.toISOString())).toBe(format(date, CHAT_LIST_DATE_FORMAT));
  });

  it('a day shows its year only if it is not this year, and is the same in every time zone', () => {
    for (const { shortDay, longDay, monthAndDate } of [inBerlin, inNewYork]) {
      expect(shortDay('2026-11-27')).toBe('Nov 27');
      expect(shortDay('2025-03-09')).toBe('Mar 9, 2025');
      expect(longDay('2026-09-01')).toBe('Sep 1, 2026');
      expect(monthAndDate('2026-09-01')).toEqual({ month: 'Sep', date: '1' });
    }
  });

  it('recent days are written as today, yesterday or a weekday', () => {
    const { recentTime, recentDay, dayTitle } = inBerlin;
    expect(recentTime(INSTANT)).toBe('9:41 AM');
    expect(recentTime('2026-11-21T23:10:00Z')).toBe('12:10 AM');
    expect(recentTime('2026-11-21T22:50:00Z')).toBe('Yesterday');
    expect(recentTime('2026-11-18T08:00:00Z')).toBe('Nov 18');
    expect(recentTime('2025-11-18T08:00:00Z')).toBe('Nov 18, 2025');
    expect(recentDay(INSTANT)).toBe('Today');
    expect(dayTitle('2026-11-19T12:00:00Z')).toBe('Thursday, November 19');
    expect(dayTitle('2025-11-20T12:00:00Z')).toBe('Thursday, November 20, 2025');
  });
});

describe('an instant', () => {
  it.each([
    ['Europe/Berlin', 'Nov 22, 2026, 9:41 AM', 9, '2026-11-22'],
    ['America/New_York', 'Nov 22, 2026, 3:41 AM', 3, '2026-11-22'],
    ['America/Los_Angeles', 'Nov 22, 2026, 12:41 AM', 0, '2026-11-22'],
    ['Pacific/Honolulu', 'Nov 21, 2026, 10:41 PM', 22, '2026-11-21'],
    ['Pacific/Chatham', 'Nov 22, 2026, 10:26 PM', 22, '2026-11-22'],
  ])('is shown in the time zone %s', (zone, text, hour, day) => {
    const { dayAndTime, hourOf, dayOf } = formatsFor('en-US', zone, TODAY);
    expect(dayAndTime(INSTANT)).toBe(text);
    expect(hourOf(INSTANT)).toBe(hour);
    expect(dayOf(INSTANT)).toBe(day);
  });

  it('changes its day at midnight in the time zone, even if midnight is not a full hour of UTC', () => {
    const { dayOf } = formatsFor('en-US', 'Pacific/Chatham', TODAY);
    expect(dayOf('2026-11-22T10:14:59Z')).toBe('2026-11-22');
    expect(dayOf('2026-11-22T10:15:00Z')).toBe('2026-11-23');
    expect(dayOf('2026-11-22T10:14:59Z')).toBe('2026-11-22');
  });

  it('is shown in the browser’s time zone if the browser does not know the profile’s', () => {
    const browser = formatsFor('en-US', undefined, TODAY);
    expect(formatsFor('en-US', 'Mars/Olympus', TODAY).dayAndTime(INSTANT)).toBe(browser.dayAndTime(INSTANT));
  });
});

it.each([
  ['de-DE', '22.11.2026, 09:41', '22.11.26, 09:41:05', '18. Nov.', 'Sonntag, 1. November'],
  ['en-GB', '22 Nov 2026, 09:41', '22/11/2026, 09:41:05', '18 Nov', 'Sunday 1 November'],
  ['fr-FR', '22 nov. 2026, 09:41', '22/11/2026 09:41:05', '18 nov.', 'dimanche 1 novembre'],
  ['ja-JP', '2026/11/22 9:41', '2026/11/22 9:41:05', '11月18日', '11月1日日曜日'],
])('writes dates in %s in the format of that language', (locale, notification, message, day, title) => {
  const formats = formatsFor(locale, 'Europe/Berlin', TODAY);
  expect(formats.dayAndTime(INSTANT)).toBe(notification);
  expect(formats.exactTime(INSTANT)).toBe(message);
  expect(formats.shortDay('2026-11-18')).toBe(day);
  expect(formats.dayTitle('2026-11-01T12:00:00Z')).toBe(title);
});

it('counts the days between two days', () => {
  expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2);
  expect(daysBetween(TODAY, '2026-11-20')).toBe(-2);
});

describe('numbers', () => {
  const setLanguage = (language: string) =>
    Object.defineProperty(navigator, 'language', { configurable: true, value: language });
  const { language } = navigator;
  afterAll(() => setLanguage(language));

  it.each([
    ['en-US', '1,234.5', '66%', '12,345 steps'],
    ['de-DE', '1.234,5', '66\u00a0%', '12.345 steps'],
    ['es-ES', '1234,5', '66\u00a0%', '12.345 steps'],
  ])('are written in %s in the format of that language', (locale, number, percent, counted) => {
    setLanguage(locale);
    expect(formatNumber(1_234.5)).toBe(number);
    expect(formatNumber(-1_234.5)).toBe(`−${number}`);
    expect(formatPercent(66)).toBe(percent);
    expect(plural(12_345, '# step', '# steps')).toBe(counted);
  });

  it('are written in the default language if the browser reports no valid one', () => {
    setLanguage('en_US.UTF-8');
    expect(browserLocale()).toBe('en-US');
  });
});
