import { objectiveVisibility } from '#contract/visibility.ts';

it('tells the owner of an objective who can read it in its state', () => {
  const textOf = (state: 'draft' | 'active' | 'achieved', visibility: 'private' | 'coach' | 'manager') =>
    objectiveVisibility({ state, visibility });
  expect(textOf('active', 'coach')).toBe(
    'You and your coaches can read this objective, with its reason and if-then plan.',
  );
  expect(textOf('draft', 'coach')).toMatch(/^Only you can read this draft\. When you start it: You and/);
  expect(textOf('achieved', 'coach')).toMatch(/plan\. A coach who was assigned after it ended cannot\.$/);
  expect(textOf('achieved', 'manager')).toMatch(/A coach or manager who was assigned after it ended cannot/);
  for (const state of ['draft', 'active', 'achieved'] as const)
    expect(textOf(state, 'private')).toMatch(/^Only you can read this objective/);
});
