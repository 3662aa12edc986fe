import { chooseLocale } from '#src/ui/text/locale.ts';
import { numberText, readNumber } from '#src/ui/text/numberInput.ts';

afterEach(() => chooseLocale(undefined));

it.each([
  ['en-US', ' 2.5 ', 2.5],
  ['en-US', '1.', 1],
  ['en-US', '.5', 0.5],
  ['en-US', '−3', -3],
  ['en-US', '1,000', 1_000],
  ['en-IN', '12,34,567', 1_234_567],
  ['de-DE', '2,5', 2.5],
  ['de-DE', '1.000', 1_000],
  ['de-DE', '-1.234,5', -1_234.5],
  ['de-CH', "1'000.5", 1_000.5],
  ['fr-FR', '1 000,5', 1_000.5],
])('reads a number in the format of %s: %s', (locale, text, number) => {
  chooseLocale(locale);
  expect(readNumber(text)).toBe(number);
});

it.each([
  ['en-US', '2,5'],
  ['en-US', '1,00'],
  ['en-US', '1,000,00'],
  ['en-US', '1 000'],
  ['en-US', '3abc'],
  ['en-US', '1e3'],
  ['en-US', '0x10'],
  ['en-US', '1.2.3'],
  ['en-US', '1.2,3'],
  ['en-US', '.'],
  ['en-US', '-'],
  ['en-US', '--1'],
  ['en-US', ''],
  ['de-DE', '2.5'],
  ['de-DE', '1,000.5'],
])('refuses what is not a number in the format of %s: %s', (locale, text) => {
  chooseLocale(locale);
  expect(readNumber(text)).toBeNull();
});

it.each(['en-US', 'de-DE', 'de-CH', 'fr-FR', 'sv-SE', 'hi-IN'])(
  'reads the text that a field shows in %s',
  (locale) => {
    chooseLocale(locale);
    expect(readNumber(numberText(-1_234.5))).toBe(-1_234.5);
  },
);
