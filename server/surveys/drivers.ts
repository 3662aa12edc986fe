import type { Answers } from '#contract/surveys/answers.ts';
import type { Question } from '#contract/surveys/questions.ts';
import { DRIVERS_MIN, type Drivers, type Estimate, type QuestionResult } from '#contract/surveys/results.ts';

const DRIVERS_SHOWN = 5;
const isScale = ({ type }: Question) => type === 'rating' || type === 'nps';

/**
 * How strongly the answers to other questions correlate with those to the question about recommending, or
 * to the last rating. Only questions whose figures are shown for everyone are compared. Correlations are
 * rounded to one decimal, so that one answer more or less is not visible.
 */
export function driversOf(
  questions: readonly Question[],
  responses: readonly { answers: Answers }[],
  results: readonly QuestionResult[],
): Drivers | null {
  const isShown = ({ key }: Question) =>
    results.find((result) => result.key === key)?.items[0]?.total.kind === 'figures';
  const scales = questions.filter((question) => isScale(question) && isShown(question));
  const outcome = scales.find(({ type }) => type === 'nps') ?? scales.at(-1);
  if (!outcome) return null;
  const drivers = scales
    .filter((question) => question !== outcome)
    .flatMap(({ key, text }) => {
      const pairs = responses.flatMap(({ answers }): [number, number][] => {
        const [x, y] = [answers[key], answers[outcome.key]];
        return typeof x === 'number' && typeof y === 'number' ? [[x, y]] : [];
      });
      const correlation = pairs.length < DRIVERS_MIN ? null : correlationOf(pairs);
      return correlation ? [{ text, n: pairs.length, correlation }] : [];
    })
    .sort((a, b) => b.correlation.value - a.correlation.value)
    .slice(0, DRIVERS_SHOWN);
  return drivers.length === 0 ? null : { outcome: outcome.text, drivers };
}

/** Pearson's correlation with Fisher's 95% interval; null if one side does not vary. */
export function correlationOf(pairs: readonly (readonly [number, number])[]): Estimate | null {
  const n = pairs.length;
  const mean = (at: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[at], 0) / n;
  const [meanX, meanY] = [mean(0), mean(1)];
  let [xx, yy, xy] = [0, 0, 0];
  for (const [x, y] of pairs) {
    xx += (x - meanX) ** 2;
    yy += (y - meanY) ** 2;
    xy += (x - meanX) * (y - meanY);
  }
  if (xx === 0 || yy === 0) return null;
  // The interval of a perfect correlation would be infinite.
  const r = Math.max(-0.999, Math.min(0.999, xy / Math.sqrt(xx * yy)));
  const margin = 1.96 / Math.sqrt(n - 3);
  const rounded = (value: number) => Math.round(value * 10) / 10 || 0;
  return {
    value: rounded(r),
    low: rounded(Math.tanh(Math.atanh(r) - margin)),
    high: rounded(Math.tanh(Math.atanh(r) + margin)),
  };
}
