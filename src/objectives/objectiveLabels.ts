import type { Measure, Objective } from '#contract/learning/objectives.ts';
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
  coach: 'You and your coaches',
  manager: 'You, your coaches and your manager',
};

/** `5 talks`, or `90% on time` if the unit starts with a percent sign. */
export const withUnit = (value: number, unit: string | null) =>
  unit ? `${formatNumber(value)}${unit.startsWith('%') ? '' : ' '}${unit}` : formatNumber(value);

/** `From 2 to 5 talks`, or the text of a measure that is not a number. */
export const measureText = (measure: Measure) =>
  measure.kind === 'text'
    ? measure.text
    : `From ${formatNumber(measure.from)} to ${withUnit(measure.to, measure.unit)}`;

/** `3, from 2 to 5 talks (33% of the way)`. The unit follows the target, because `1 talks` would be wrong. */
export function currentValue({ measure, standing }: Pick<Objective, 'measure' | 'standing'>): string | null {
  if (measure.kind === 'text' || !standing) return null;
  const { from, to, unit } = measure;
  const now = unit?.startsWith('%') ? `${formatNumber(standing.now)}%` : formatNumber(standing.now);
  return `${now}, from ${formatNumber(from)} to ${withUnit(to, unit)} (${formatPercent(standing.percent)} of the way)`;
}
export const hasEnded = ({ state }: Pick<Objective, 'state'>) =>
  state === 'achieved' || state === 'missed' || state === 'dropped';
export const pendingChanges = ({ changes }: Pick<Objective, 'changes'>) =>
  changes.filter(({ response }) => response === 'pending');
