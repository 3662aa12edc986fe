import { type Facet, type PropensityResult, propensityItems } from '#contract/learning/propensity.ts';

const twoDecimals = (value: number) => (Math.round(value * 100) / 100).toString();

/** `(5 + 4 + (6 − 2)) ÷ 3 = 4.33` */
export function facetCalculation(facet: Facet, result: Pick<PropensityResult, 'answers' | 'facets'>): string {
  const answers: Record<string, number | null> = result.answers;
  const terms = propensityItems
    .filter((item) => item.facet === facet)
    .flatMap(({ key, isReversed }) => {
      const value = answers[key];
      return value == null ? [] : [isReversed ? `(6 − ${value})` : String(value)];
    });
  return `(${terms.join(' + ')}) ÷ ${terms.length} = ${twoDecimals(result.facets[facet])}`;
}

/** `25 × (3.67 − 1) = 66.67, rounded to 67` */
export function scoreCalculation({ facets, score }: Pick<PropensityResult, 'facets' | 'score'>): string {
  const mean = (facets.will + facets.trust + facets.room + facets.plan) / 4;
  return `25 × (${twoDecimals(mean)} − 1) = ${twoDecimals(25 * (mean - 1))}, rounded to ${score}`;
}
export const meanCalculation = ({ facets }: Pick<PropensityResult, 'facets'>): string => {
  const values = [facets.will, facets.trust, facets.room, facets.plan];
  return `(${values.map(twoDecimals).join(' + ')}) ÷ 4 = ${twoDecimals(values.reduce((sum, value) => sum + value, 0) / 4)}`;
};

/** Compares an earlier score with the latest one. A difference within the margin of error is not significant. */
export function earlierScoreText(earlier: number, latest: number, margin: number): string {
  const difference = latest - earlier;
  if (Math.abs(difference) < margin) return `${earlier} out of 100, about the same as your latest score`;
  return difference > 0
    ? `${earlier} out of 100, ${difference} points below your latest score`
    : `${earlier} out of 100, ${-difference} points above your latest score`;
}
