import { ageText } from '#src/ui/text/ageText.ts';

const MINUTE = 60_000;
it.each([
  [0, 'less than a minute ago'],
  [MINUTE, '1 minute ago'],
  [59 * MINUTE, '59 minutes ago'],
  [60 * MINUTE, '1 hour ago'],
  [25 * 60 * MINUTE, '1 day ago'],
  [73 * 60 * MINUTE, '3 days ago'],
])('says how long ago something was (%s ms)', (age, expected) => {
  expect(ageText(1_000_000, 1_000_000 + age)).toBe(expected);
});
