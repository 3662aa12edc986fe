import { addToSelection } from '#src/programs/topics/topicSelection.ts';
import { completionSentence, selectionNotice } from '#src/programs/topics/topics.ts';
import { aProgram } from '#test/fixtures/programs.ts';

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

describe('the sentence about a completed topic', () => {
  it.each([
    ['names coach and manager', {}, 'Tobias and Marisol will be notified when you complete it.'],
    [
      'names the manager when there is no coach',
      { coach: null },
      'Marisol will be notified when you complete it.',
    ],
    [
      'names a person who is both only once',
      { coach: marisol },
      'Marisol will be notified when you complete it.',
    ],
    [
      'leaves out the manager of a program that managers cannot see',
      { managerVisible: false },
      'Tobias will be notified when you complete it.',
    ],
    [
      'names no one when there is neither',
      { coach: null, manager: null },
      'Completing it counts towards your program.',
    ],
    [
      'names the coach who confirms it',
      { confirmation: 'coach' as const },
      'Tobias will be asked to confirm it.',
    ],
    [
      'names the manager when a coach is missing',
      { confirmation: 'coach' as const, coach: null },
      'Marisol will be asked to confirm it.',
    ],
    [
      'names no one when no one can confirm it',
      { confirmation: 'manager' as const, coach: null, managerVisible: false },
      'Completing it counts towards your program.',
    ],
  ])('%s', (_title, over, sentence) => {
    expect(completionSentence(withPeople(over))).toBe(sentence);
  });
});

it('names each person who is notified of the selected topics only once', () => {
  expect(selectionNotice(withPeople({}))).toBe(
    'Tobias and Marisol will be notified of the topics you select.',
  );
  expect(selectionNotice(withPeople({ coach: marisol }))).toBe(
    'Marisol will be notified of the topics you select.',
  );
  expect(selectionNotice(withPeople({ coach: null, managerVisible: false }))).toBe(
    'No one else is notified of the topics you select.',
  );
});

it('adds a topic to a kept selection, which stays based on the version that it was made for', () => {
  const [a, b] = ['a'.repeat(16), 'b'.repeat(16)];
  const texts = { why: '', ifThenPlan: '' };
  const program = aProgram({ topics: [], selection: { min: 1, max: 3 }, version: 8 });
  const kept = JSON.stringify({ selection: { [a]: texts }, saved: {}, version: 7 });
  const added = { [b]: { why: 'My feedback', ifThenPlan: '' } };
  const add = (draft: string) =>
    JSON.parse(addToSelection(program, draft, { topicId: b, why: 'My feedback' }));
  expect(add(kept)).toEqual({ selection: { [a]: texts, ...added }, saved: {}, version: 7 });
  expect(add('')).toEqual({ selection: added, saved: {}, version: 8 });
});
