import { TITLE_MAX_LENGTH } from '#contract/limits.ts';
import { nextRoundName } from '#contract/surveys/roundName.ts';

it.each([
  ['Pulse', 'Pulse (2)'],
  ['Pulse (2)', 'Pulse (3)'],
  ['Pulse (9)', 'Pulse (10)'],
  ['Pulse (2026)', 'Pulse (2026) (2)'],
  ['Pulse (copy)', 'Pulse (copy) (2)'],
])('names the round after “%s” “%s”', (name, next) => {
  expect(nextRoundName(name)).toBe(next);
});

it('shortens a long name', () => {
  const next = nextRoundName('x'.repeat(TITLE_MAX_LENGTH));
  expect([next.length, next.slice(-5)]).toEqual([TITLE_MAX_LENGTH, 'x (2)']);
});
