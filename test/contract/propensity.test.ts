import { propensityItems, scorePropensity } from '#contract/learning/propensity.ts';

const answers = (value: (item: (typeof propensityItems)[number]) => number | null) =>
  Object.fromEntries(propensityItems.map((item) => [item.key, value(item)]));

describe('the readiness score', () => {
  it('is 50 when every answer is 3', () =>
    expect(scorePropensity(answers(() => 3))).toEqual({
      score: 50,
      facets: { will: 3, trust: 3, room: 3, plan: 3 },
    }));

  it('ranges from 0 to 100 and reverses the reversed statements', () => {
    expect(scorePropensity(answers((item) => (item.isReversed ? 5 : 1)))?.score).toBe(0);
    expect(scorePropensity(answers((item) => (item.isReversed ? 1 : 5)))?.score).toBe(100);
  });

  it('accepts one skipped answer per facet and averages the other two', () =>
    expect(scorePropensity({ ...answers(() => 3), W1: null, W2: 5 })).toEqual({
      score: 56,
      facets: { will: 4, trust: 3, room: 3, plan: 3 },
    }));

  it('is null while a facet has fewer than two answers', () => {
    expect(scorePropensity({ ...answers(() => 3), P1: null, P2: null })).toBeNull();
    expect(scorePropensity({})).toBeNull();
  });
});
