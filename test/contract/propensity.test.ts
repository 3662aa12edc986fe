import { propensityItems, scorePropensity } from '#contract/propensity.ts';

const answers = (value: (item: (typeof propensityItems)[number]) => number | null) =>
  Object.fromEntries(propensityItems.map((item) => [item.key, value(item)]));

describe('the readiness score', () => {
  it('is 50 when every answer is the middle one', () =>
    expect(scorePropensity(answers(() => 3))).toEqual({
      score: 50,
      facets: { will: 3, trust: 3, room: 3, plan: 3 },
    }));

  it('runs from 0 to 100, reversed statements counted the other way', () => {
    expect(scorePropensity(answers((item) => (item.isReversed ? 5 : 1)))?.score).toBe(0);
    expect(scorePropensity(answers((item) => (item.isReversed ? 1 : 5)))?.score).toBe(100);
  });

  it('takes one skipped answer in a facet, from the two that are left', () =>
    expect(scorePropensity({ ...answers(() => 3), W1: null, W2: 5 })).toEqual({
      score: 56,
      facets: { will: 4, trust: 3, room: 3, plan: 3 },
    }));

  it('is not there while a facet has fewer than two answers', () => {
    expect(scorePropensity({ ...answers(() => 3), P1: null, P2: null })).toBeNull();
    expect(scorePropensity({})).toBeNull();
  });
});
