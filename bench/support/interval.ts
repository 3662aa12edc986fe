import { median, quantile } from './figures.ts';

const RESAMPLES = 4_000;

/**
 * The median of all values, and the 95% confidence interval of this median. Values of one group have a common cause of variation,
 * such as the page they were measured in, so the bootstrap resamples groups.
 */
export function medianWithInterval(groups: number[][]) {
  const medians = Array.from({ length: RESAMPLES }, () => median(resample(groups).flat()));
  return { median: median(groups.flat()), low: quantile(medians, 0.025), high: quantile(medians, 0.975) };
}

const resample = <T>(values: T[]): T[] =>
  values.map(() => values[Math.floor(Math.random() * values.length)] as T);
