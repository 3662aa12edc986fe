import type { Measure, Objective } from '#contract/objectives.ts';

export const stateWords: Record<Objective['state'], string> = {
  draft: 'Draft',
  active: 'In progress',
  achieved: 'Achieved',
  missed: 'Missed',
  dropped: 'Dropped',
};
export const visibilityWords: Record<Objective['visibility'], string> = {
  private: 'Only you',
  coach: 'You and your coach',
  manager: 'You, your coach and your manager',
};
/** Who reads it, as a sentence beside the thing. */
export const visibilitySentence: Record<Objective['visibility'], string> = {
  private: 'Only you can read this objective.',
  coach: 'You and your coach can read this objective.',
  manager: 'You, your coach and your manager can read this objective.',
};

const withUnit = (value: number, unit: string | null) => `${value}${unit ? ` ${unit}` : ''}`;

/** `From 2 to 5 talks`, or the words of a measure that is no number. */
export const measureWords = (measure: Measure) =>
  measure.kind === 'text' ? measure.text : `From ${measure.from} to ${withUnit(measure.to, measure.unit)}`;

/** `Now 3 talks, 33 % of the way` */
export function standingWords({ measure, standing }: Pick<Objective, 'measure' | 'standing'>): string | null {
  if (measure.kind === 'text' || !standing) return null;
  return `Now ${withUnit(standing.now, measure.unit)}, ${standing.percent} % of the way`;
}
export const isOver = ({ state }: Pick<Objective, 'state'>) =>
  state === 'achieved' || state === 'missed' || state === 'dropped';
export const pendingOf = ({ changes }: Pick<Objective, 'changes'>) =>
  changes.filter(({ response }) => response === 'pending');
