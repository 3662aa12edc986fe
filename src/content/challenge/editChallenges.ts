import type { Of } from './ChallengeSection.tsx';

/** Most items of a challenge: questions, answers, scenes, choices, cards and sentences. */
export const MAX_ITEMS = 30;

export type QuizQuestion = Of<'quiz'>['questions'][number];
export type Gap = Of<'fill'>['gaps'][number];
export type Scene = Of<'scenario'>['places'][number];
export type Choice = Scene['choices'][number];
type Card = Of<'sort'>['cards'][number];
type Group = Of<'sort'>['groups'][number];

/** The first key with this prefix that is not used. */
export const freeKey = (prefix: string, used: readonly { key: string }[]) => {
  let number = used.length + 1;
  while (used.some(({ key }) => key === `${prefix}${number}`)) number += 1;
  return `${prefix}${number}`;
};

export const newScene = (scenes: readonly Scene[]): Scene => ({
  key: freeKey('s', scenes),
  text: '',
  choices: [],
});
export const newChoice = (choices: readonly Choice[]): Choice => ({
  key: freeKey('c', choices),
  text: '',
  to: null,
  isGood: false,
  reason: '',
});

/** A scene with a right choice that leads to an ending. */
export function newScenario(): Of<'scenario'> {
  const choice = { ...newChoice([]), to: 's2', isGood: true };
  return {
    kind: 'scenario',
    passAt: 80,
    start: 's1',
    places: [
      { key: 's1', text: '', choices: [choice] },
      { key: 's2', text: '', choices: [] },
    ],
  };
}

export const newGroup = (groups: readonly Group[]): Group => ({ key: freeKey('g', groups), text: '' });
export const newCard = (cards: readonly Card[], group: string): Card => ({
  key: freeKey('k', cards),
  text: '',
  group,
  reason: '',
});
export const newSort = (): Of<'sort'> => ({
  kind: 'sort',
  passAt: 80,
  task: '',
  groups: [
    { key: 'g1', text: '' },
    { key: 'g2', text: '' },
  ],
  cards: [newCard([], 'g1'), { ...newCard([{ key: 'k1', text: '', group: 'g1', reason: '' }], 'g2') }],
});

export const newOption = (options: QuizQuestion['options']): QuizQuestion['options'][number] => ({
  key: freeKey('a', options),
  text: '',
  isRight: false,
  reason: '',
});
export function newQuestion(questions: readonly QuizQuestion[]): QuizQuestion {
  const first = newOption([]);
  return {
    key: freeKey('q', questions),
    text: '',
    kind: 'single',
    options: [{ ...first, isRight: true }, newOption([first])],
  };
}
export const newQuiz = (): Of<'quiz'> => ({ kind: 'quiz', passAt: 80, questions: [newQuestion([])] });

/** A question with a single choice has one correct answer. */
export const withRight = (question: QuizQuestion, key: string, isRight: boolean): QuizQuestion => ({
  ...question,
  options: question.options.map((option) => {
    if (option.key === key) return { ...option, isRight };
    return question.kind === 'single' && isRight ? { ...option, isRight: false } : option;
  }),
});

export const newGap = (gaps: readonly Gap[]): Gap => ({
  key: freeKey('b', gaps),
  text: '',
  accepted: [{ key: 'a1', text: '' }],
  reason: '',
  mistakes: [],
  otherwise: '',
});
export const newFill = (): Of<'fill'> => ({ kind: 'fill', passAt: 80, task: '', gaps: [newGap([])] });
