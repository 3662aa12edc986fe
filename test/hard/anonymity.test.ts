import { aLargeOrganisation, simulate } from '#test/server/surveys/simulateAnonymity.ts';
import { startApi, type TestApi } from '#test/support/api.ts';

const RUNS = Number(process.env.ANONYMITY_RUNS ?? 50);
const PEOPLE = 200;
let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

it(`identifies authors among ${PEOPLE} people no better than chance in ${RUNS} anonymous surveys`, async () => {
  const org = await aLargeOrganisation(api, PEOPLE);
  const totals = new Map<string, number>();
  for (let run = 0; run < RUNS; run++) {
    const { ofSubmissions, ofResponses, people } = await simulate(api, org);
    expect(ofSubmissions.get('acted with transaction')).toBe(people / 2);
    for (const [name, hits] of ofResponses) totals.set(name, (totals.get(name) ?? 0) + hits);
  }
  const [best, hits] = [...totals].toSorted(([, a], [, b]) => b - a)[0] ?? ['none', 0];
  const share = hits / RUNS;
  // The number of hits of a random pairing is approximately Poisson-distributed.
  const margin = 1.96 * Math.sqrt(share / RUNS);
  process.stdout.write(
    `anonymity: ${totals.size} attacks on ${RUNS} surveys of ${PEOPLE} people. The best one (${best}) found ${share.toFixed(2)} authors in each survey, 95% interval ${(share - margin).toFixed(2)} to ${(share + margin).toFixed(2)}; chance finds 1.\n`,
  );
  // Chance finds at most 1 author in each pairing. This is the 95% limit for all attacks together: each attack gets the
  // same share of the 5%.
  const limit = RUNS + 4.2 * Math.sqrt(RUNS);
  expect([...totals].filter(([, found]) => found > limit)).toEqual([]);
}, 3_600_000);
