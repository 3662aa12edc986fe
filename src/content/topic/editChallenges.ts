import type { Challenge } from '#contract/learning/challenges.ts';

type Of<Kind extends Challenge['kind']> = Extract<Challenge, { kind: Kind }>;
type Scene = Of<'scenario'>['places'][number];
type Choice = Scene['choices'][number];
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
