import type { Challenge } from '#contract/challenges.ts';

type Fault = [field: string, words: string];

/** A challenge that cannot be played: what is wrong with it, by field, for its author. */
export const faultsOf = (challenge: Challenge): Record<string, string> =>
  Object.fromEntries(faultsIn(challenge));

function faultsIn(challenge: Challenge): Fault[] {
  switch (challenge.kind) {
    case 'quiz':
      return faultsInQuiz(challenge);
    case 'scenario':
      return faultsInScenario(challenge);
    case 'sort':
      return faultsInSort(challenge);
  }
}

type Of<Kind extends Challenge['kind']> = Extract<Challenge, { kind: Kind }>;

const faultsInQuiz = ({ questions }: Of<'quiz'>): Fault[] => [
  ...twice('questions', questions),
  ...questions.flatMap(({ kind, options }, index) => {
    const field = `questions.${index}.options`;
    const right = options.filter(({ isRight }) => isRight).length;
    const isPlayable = kind === 'single' ? right === 1 : right > 0;
    return [
      ...twice(field, options),
      ...fault(!isPlayable, field, 'needs a right answer, and one only where one is taken'),
    ];
  }),
];

function faultsInScenario({ start, places }: Of<'scenario'>): Fault[] {
  const keys = places.map(({ key }) => key);
  const hasEnd = places.some(({ choices }) => choices.length === 0 || choices.some(({ to }) => to === null));
  return [
    ...twice('places', places),
    ...fault(!keys.includes(start), 'start', 'is no place'),
    ...places.flatMap(({ choices }, index) => {
      const field = `places.${index}.choices`;
      const leadsAstray = choices.some(({ to }) => to !== null && !keys.includes(to));
      return [...twice(field, choices), ...fault(leadsAstray, field, 'leads to no place')];
    }),
    ...fault(!hasEnd, 'places', 'has no end'),
  ];
}

function faultsInSort({ cards, groups }: Of<'sort'>): Fault[] {
  const keys = groups.map(({ key }) => key);
  return [
    ...twice('cards', cards),
    ...twice('groups', groups),
    ...cards.flatMap(({ group }, index) =>
      fault(!keys.includes(group), `cards.${index}.group`, 'is no group'),
    ),
  ];
}

const fault = (isFault: boolean, field: string, words: string): Fault[] => (isFault ? [[field, words]] : []);

const twice = (field: string, things: readonly { key: string }[]) =>
  fault(new Set(things.map(({ key }) => key)).size < things.length, field, 'names something twice');
