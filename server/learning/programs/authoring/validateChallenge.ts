import type { Challenge } from '#contract/learning/challenges.ts';
import { BLANK, isSameAnswer } from '#contract/learning/fillIn.ts';
import { graphOf } from '#contract/learning/scenarioGraph.ts';

type FieldError = [field: string, message: string];

/** Errors that make a challenge unplayable, by field, for its author. */
export const validateChallenge = (challenge: Challenge): Record<string, string> =>
  Object.fromEntries(findErrors(challenge));

function findErrors(challenge: Challenge): FieldError[] {
  switch (challenge.kind) {
    case 'quiz':
      return validateQuiz(challenge);
    case 'scenario':
      return validateScenario(challenge);
    case 'sort':
      return validateSort(challenge);
    case 'fill':
      return validateFill(challenge);
  }
}

type Of<Kind extends Challenge['kind']> = Extract<Challenge, { kind: Kind }>;

const validateQuiz = ({ questions }: Of<'quiz'>): FieldError[] => [
  ...validateUniqueKeys('questions', questions),
  ...questions.flatMap(({ kind, options }, index) => {
    const field = `questions.${index}.options`;
    const right = options.filter(({ isRight }) => isRight).length;
    const isPlayable = kind === 'single' ? right === 1 : right > 0;
    return [
      ...validateUniqueKeys(field, options),
      ...errorIf(
        !isPlayable,
        field,
        kind === 'single' ? 'need exactly 1 correct answer' : 'need at least 1 correct answer',
      ),
    ];
  }),
];

function validateScenario({ start, places }: Of<'scenario'>): FieldError[] {
  const keys = places.map(({ key }) => key);
  const isSound =
    keys.includes(start) &&
    places.every(({ choices }) => choices.every(({ to }) => to === null || keys.includes(to)));
  const { unreachable, deadEnds } = graphOf({ start, places: isSound ? places : [] });
  const hasEnd = places.some(({ choices }) => choices.length === 0 || choices.some(({ to }) => to === null));
  return [
    ...validateUniqueKeys('places', places),
    ...errorIf(!keys.includes(start), 'start', 'is not a scene of this scenario'),
    ...places.flatMap(({ key, choices }, index) => {
      const field = `places.${index}.choices`;
      const hasDeadLink = choices.some(({ to }) => to !== null && !keys.includes(to));
      return [
        ...validateUniqueKeys(field, choices),
        ...errorIf(hasDeadLink, field, 'lead to a scene that does not exist'),
        ...errorIf(unreachable.includes(key), `places.${index}`, 'cannot be reached from the start'),
        ...errorIf(deadEnds.includes(key), `places.${index}`, 'leads to no ending'),
      ];
    }),
    ...errorIf(!hasEnd, 'places', 'need at least 1 ending'),
  ];
}

function validateSort({ cards, groups }: Of<'sort'>): FieldError[] {
  const keys = groups.map(({ key }) => key);
  return [
    ...validateUniqueKeys('cards', cards),
    ...validateUniqueKeys('groups', groups),
    ...cards.flatMap(({ group }, index) =>
      errorIf(!keys.includes(group), `cards.${index}.group`, 'does not exist'),
    ),
  ];
}

const validateFill = ({ gaps }: Of<'fill'>): FieldError[] => [
  ...validateUniqueKeys('gaps', gaps),
  ...gaps.flatMap(({ text, accepted, mistakes }, index) => {
    const field = `gaps.${index}`;
    const answers = [...accepted, ...mistakes];
    const isRepeated = ({ text: answer }: { text: string }, at: number) =>
      answer.trim() !== '' && answers.slice(0, at).some((earlier) => isSameAnswer(earlier.text, answer));
    return [
      ...validateUniqueKeys(`${field}.accepted`, answers),
      ...errorIf(
        text !== '' && text.split(BLANK).length !== 2,
        `${field}.text`,
        'needs exactly 1 blank, written as ___',
      ),
      ...answers.flatMap((answer, at) =>
        errorIf(
          isRepeated(answer, at),
          at < accepted.length
            ? `${field}.accepted.${at}.text`
            : `${field}.mistakes.${at - accepted.length}.text`,
          'is the same as another answer',
        ),
      ),
    ];
  }),
];

const errorIf = (isError: boolean, field: string, message: string): FieldError[] =>
  isError ? [[field, message]] : [];

const validateUniqueKeys = (field: string, items: readonly { key: string }[]) =>
  errorIf(new Set(items.map(({ key }) => key)).size < items.length, field, 'contain a duplicate key');
