import fc from 'fast-check';
import { groupRatings, type Rating } from '#server/learning/coaching/coachees/ratings.ts';

const rating = (learnerId: number, day: number, value: number): Rating => ({
  learnerId,
  at: new Date(Date.UTC(2026, 0, day)),
  listened: value,
  chosen: value,
  nextStep: value,
});

it('shows nothing for fewer than 5 sessions or 3 learners', () => {
  expect(groupRatings([1, 2, 3, 1].map((who, day) => rating(who, day + 1, 4)))).toEqual([]);
  expect(groupRatings([1, 2, 1, 2, 1, 2, 1].map((who, day) => rating(who, day + 1, 4)))).toEqual([]);
});

it('shows averages of complete groups, which later ratings do not change', () => {
  const all = fc.array(
    fc.record({ who: fc.integer({ min: 1, max: 5 }), value: fc.integer({ min: 1, max: 5 }) }),
    {
      maxLength: 40,
    },
  );
  fc.assert(
    fc.property(all, (given) => {
      const ratings = given.map(({ who, value }, day) => rating(who, day + 1, value));
      const groups = groupRatings(ratings);
      for (let n = 0; n < ratings.length; n++) {
        const before = groupRatings(ratings.slice(0, n));
        expect(groups.slice(0, before.length)).toEqual(before);
      }
      for (const { from, until, sessions, listened } of groups) {
        const inGroup = ratings.filter(({ at }) => at.toISOString() >= from && at.toISOString() <= until);
        expect(inGroup).toHaveLength(sessions);
        expect(sessions).toBeGreaterThanOrEqual(5);
        expect(new Set(inGroup.map(({ learnerId }) => learnerId)).size).toBeGreaterThanOrEqual(3);
        const mean = inGroup.reduce((sum, one) => sum + one.listened, 0) / sessions;
        expect(Math.abs(listened - mean)).toBeLessThanOrEqual(0.051);
      }
    }),
    { numRuns: 60 },
  );
});
