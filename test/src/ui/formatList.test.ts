import { formatList } from '#src/ui/text/formatList.ts';
import { chooseLocale } from '#src/ui/text/locale.ts';

afterEach(() => chooseLocale(undefined));

it.each([
  ['en-US', 'a, b, and c'],
  ['en-GB', 'a, b and c'],
  // The texts are English whatever the format of dates and numbers is.
  ['de-DE', 'a, b, and c'],
])('joins names as %s does', (locale, text) => {
  chooseLocale(locale);
  expect(formatList(['a', 'b', 'c'])).toBe(text);
});
