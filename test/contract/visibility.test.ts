import { objectiveVisibility, programVisibility } from '#contract/visibility.ts';

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

describe('tells the learner of a program who can see what', () => {
  const aPerson = (userId: number, firstName: string) => ({
    userId,
    firstName,
    lastName: 'Ott',
    initials: 'OO',
    userAvatar: null,
  });
  const [ana, max] = [aPerson(1, 'Ana'), aPerson(2, 'Max')];
  const seen = 'can see your selected topics and your progress, but not your reasons, plans or reflections.';
  it.each([
    { coach: null, manager: max, managerVisible: true, text: `Your manager ${seen}` },
    { coach: null, manager: max, managerVisible: false, text: 'Your manager cannot see your progress.' },
    { coach: ana, manager: max, managerVisible: true, text: `Your coach, Ana Ott, and your manager ${seen}` },
    {
      coach: ana,
      manager: max,
      managerVisible: false,
      text: `Your coach, Ana Ott, ${seen} Your manager cannot see your progress.`,
    },
    // The coach's access does not depend on whether managers see the program.
    { coach: ana, manager: ana, managerVisible: false, text: `Your coach and manager, Ana Ott, ${seen}` },
  ])('$text', ({ text, ...program }) => expect(programVisibility(program)).toBe(text));
});
