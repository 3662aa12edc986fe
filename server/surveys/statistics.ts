import { ENPS_MIN, type Estimate } from '#contract/surveys/results.ts';

/** Quantile of the normal distribution, for an interval that contains the true mean in 95 of 100 surveys. */
const Z_95 = 1.96;

const rounded = (value: number, decimals: number) => {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor || 0; // never -0
};

/** The mean of values with its 95% interval, limited to the scale. Null for fewer than 2 values. */
export function meanOf(
  values: readonly number[],
  [min, max]: readonly [number, number],
  decimals = 2,
): Estimate | null {
  const n = values.length;
  if (n < 2) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  const margin = Z_95 * Math.sqrt(variance / n);
  return {
    value: rounded(mean, decimals),
    low: rounded(Math.max(min, mean - margin), decimals),
    high: rounded(Math.min(max, mean + margin), decimals),
  };
}

/** Promoters (9 and 10) minus detractors (0 to 6) in percent. Null for fewer than 10 answers. */
export function enpsOf(answers: readonly number[]): Estimate | null {
  if (answers.length < ENPS_MIN) return null;
  const scores = answers.map((answer) => (answer >= 9 ? 100 : answer <= 6 ? -100 : 0));
  return meanOf(scores, [-100, 100], 0);
}
