import { completionSentence, listenersOfChoice } from '#src/programs/topics.ts';
import { aProgram } from '../../fixtures/programs.ts';

const person = (userId: number, firstName: string) => ({
  userId,
  firstName,
  lastName: 'Person',
  initials: 'P',
  userAvatar: null,
});
const [tobias, marisol] = [person(5, 'Tobias'), person(1, 'Marisol')];
const withPeople = (over: Partial<ReturnType<typeof aProgram>>) =>
  aProgram({ coach: tobias, manager: marisol, managerVisible: true, confirmation: 'self', ...over });

describe('who hears of a completed topic', () => {
  it.each([
    ['both', {}, 'Tobias and Marisol get the good news when you complete it.'],
    ['one', { coach: null }, 'Marisol gets the good news when you complete it.'],
    ['one who is both', { coach: marisol }, 'Marisol gets the good news when you complete it.'],
    [
      'not the manager to whom the program is not shown',
      { managerVisible: false },
      'Tobias gets the good news when you complete it.',
    ],
    ['nobody', { coach: null, manager: null }, 'Completing it counts towards your program.'],
    ['who confirms it', { confirmation: 'coach' as const }, 'Tobias is asked to confirm it.'],
    [
      'the manager in the place of a coach',
      { confirmation: 'coach' as const, coach: null },
      'Marisol is asked to confirm it.',
    ],
    [
      'nobody who could confirm it',
      { confirmation: 'manager' as const, coach: null, managerVisible: false },
      'Completing it counts towards your program.',
    ],
  ])('%s', (_who, over, sentence) => {
    expect(completionSentence(withPeople(over))).toBe(sentence);
  });
});

it('says who hears which topics were chosen, each once', () => {
  expect(listenersOfChoice(withPeople({}))).toBe('Tobias and Marisol hear which topics you chose.');
  expect(listenersOfChoice(withPeople({ coach: marisol }))).toBe('Marisol hears which topics you chose.');
  expect(listenersOfChoice(withPeople({ coach: null, managerVisible: false }))).toBe(
    'Nobody else is told which topics you chose.',
  );
});
