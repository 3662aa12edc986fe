import fc from 'fast-check';
import { createRandom } from '#server/db/seed/random.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import { attackMoods } from './protectedMoods.ts';

jest.setTimeout(30 * 60_000);
/** Random organisations with `MOOD_RUNS`, else always the same 12. */
const { MOOD_RUNS } = process.env;
const RUNS = Number(MOOD_RUNS ?? 12);
let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

it('does not reveal a group below the smallest size in any combination of figures, days and filters', async () => {
  const org = await api.organisation();
  let shown = 0;
  let all = 0;
  await fc.assert(
    // Small or large numbers, which generators prefer, would make groups empty or full.
    fc.asyncProperty(fc.noBias(fc.integer({ min: 1 })), async (seed) => {
      const result = await attackMoods(api, org, createRandom(seed).next);
      expect(result.leaks).toEqual([]);
      shown += result.shown;
      all += result.all;
    }),
    { numRuns: RUNS, ...(!MOOD_RUNS && { seed: 12 }) },
  );
  // Some figures are shown and some are protected, so the test has both to compare.
  expect(shown).toBeGreaterThan(RUNS / 3);
  expect(all).toBeGreaterThan(shown);
});
