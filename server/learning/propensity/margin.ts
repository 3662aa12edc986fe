import {
  PROPENSITY_MARGIN,
  type PropensityAnswers,
  propensityItems,
  scorePropensity,
} from '#contract/learning/propensity.ts';

/** With fewer complete answers, the margin of error cannot be estimated. */
export const MARGIN_MIN = 30;

export interface Margin {
  margin: number;
  /** Cronbach's alpha; null while there are too few answers. */
  alpha: number | null;
  /** Number of people with complete answers. */
  people: number;
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
function varianceOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
}

/**
 * The margin of error of a difference between two scores, from the complete answers of the organisation: 1.96 × √2 × SD × √(1 − α).
 */
export function marginOf(answers: readonly PropensityAnswers['answers'][]): Margin {
  const complete = answers.filter((one) => propensityItems.every(({ key }) => answerTo(one, key) !== null));
  const people = complete.length;
  if (people < MARGIN_MIN) return { margin: PROPENSITY_MARGIN, alpha: null, people };
  const keyed = complete.map((one) =>
    propensityItems.map(({ key, isReversed }) => {
      const value = answerTo(one, key) ?? 0;
      return isReversed ? 6 - value : value;
    }),
  );
  const ofItems = propensityItems.map((_, item) => varianceOf(keyed.map((row) => row[item] ?? 0)));
  const ofSums = varianceOf(keyed.map((row) => row.reduce((sum, value) => sum + value, 0)));
  const items = propensityItems.length;
  if (ofSums === 0) return { margin: PROPENSITY_MARGIN, alpha: null, people };
  const raw = (items / (items - 1)) * (1 - ofItems.reduce((sum, value) => sum + value, 0) / ofSums);
  const alpha = Math.max(0, Math.min(1, raw));
  const deviation = Math.sqrt(varianceOf(complete.map((one) => scorePropensity(one)?.score ?? 0)));
  const margin = Math.ceil(1.96 * Math.SQRT2 * deviation * Math.sqrt(1 - alpha));
  return { margin: Math.max(1, margin), alpha: Math.round(alpha * 100) / 100, people };
}

const answerTo = (answers: Record<string, number | null>, key: string) => answers[key] ?? null;
