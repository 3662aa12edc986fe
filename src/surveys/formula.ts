import { type Facet, type PropensityResult, propensityItems } from '#contract/propensity.ts';

const two = (value: number) => (Math.round(value * 100) / 100).toString();

/** `(5 + 4 + (6 − 2)) ÷ 3 = 4.33`: the very answers, so that one can do the sum oneself. */
export function facetLine(facet: Facet, result: Pick<PropensityResult, 'answers' | 'facets'>): string {
  const answers: Record<string, number | null> = result.answers;
  const terms = propensityItems
    .filter((item) => item.facet === facet)
    .flatMap(({ key, isReversed }) => {
      const value = answers[key];
      return value == null ? [] : [isReversed ? `(6 − ${value})` : String(value)];
    });
  return `(${terms.join(' + ')}) ÷ ${terms.length} = ${two(result.facets[facet])}`;
}

/** `25 × (3.67 − 1) = 66.67, rounded 67` */
export function scoreLine({ facets, score }: Pick<PropensityResult, 'facets' | 'score'>): string {
  const mean = (facets.will + facets.trust + facets.room + facets.plan) / 4;
  return `25 × (${two(mean)} − 1) = ${two(25 * (mean - 1))}, rounded ${score}`;
}
export const meanLine = ({ facets }: Pick<PropensityResult, 'facets'>): string => {
  const values = [facets.will, facets.trust, facets.room, facets.plan];
  return `(${values.map(two).join(' + ')}) ÷ 4 = ${two(values.reduce((sum, value) => sum + value, 0) / 4)}`;
};

/** A change smaller than the margin is none that one could tell from chance. */
export function changeWords(score: number, before: number, margin: number): string {
  const change = score - before;
  if (Math.abs(change) < margin) return 'about the same';
  return change > 0 ? `${change} more` : `${-change} less`;
}
