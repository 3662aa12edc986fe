import type { Measure, Objective } from '#contract/objectives.ts';
import { formatNumber, formatPercent } from '#src/ui/text/locale.ts';

export const stateLabels: Record<Objective['state'], string> = {
  draft: 'Draft',
  active: 'In progress',
  achieved: 'Achieved',
  missed: 'Missed',
  dropped: 'Dropped',
};
export const visibilityLabels: Record<Objective['visibility'], string> = {
  private: 'Only you',
  coach: 'You and your coach',
  manager: 'You, your coach and your manager',
};

const withUnit = (value: number, unit: string | null) => `${formatNumber(value)}${unit ? ` ${unit}` : ''}`;

/** `From 2 to 5 talks`, or the text of a measure that is not a number. */
export const measureText = (measure: Measure) =>
  measure.kind === 'text'
    ? measure.text
    : `From ${formatNumber(measure.from)} to ${withUnit(measure.to, measure.unit)}`;

/** `3 talks (33% of the way)` */
export function currentValue({ measure, standing }: Pick<Objective, 'measure' | 'standing'>): string | null {
  if (measure.kind === 'text' || !standing) return null;
  return `${withUnit(standing.now, measure.unit)} (${formatPercent(standing.percent)} of the way)`;
}
export const hasEnded = ({ state }: Pick<Objective, 'state'>) =>
  state === 'achieved' || state === 'missed' || state === 'dropped';
export const pendingChanges = ({ changes }: Pick<Objective, 'changes'>) =>
  changes.filter(({ response }) => response === 'pending');
