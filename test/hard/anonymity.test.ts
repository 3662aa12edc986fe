import { aLargeOrganisation, simulate } from '#test/server/surveys/simulateAnonymity.ts';
import { startApi, type TestApi } from '#test/support/api.ts';

const RUNS = 50;
const PEOPLE = 200;
let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

it(`finds no authors of ${PEOPLE} people better than chance in ${RUNS} anonymous surveys`, async () => {
  const org = await aLargeOrganisation(api, PEOPLE);
  const totals = new Map<string, number>();
  for (let run = 0; run < RUNS; run++) {
    const { before, after, people } = await simulate(api, org);
    expect(before.get('transaction with transaction')).toBe(people);
    for (const [name, hits] of after) totals.set(name, (totals.get(name) ?? 0) + hits);
  }
  // Chance finds 1 author in each run. The 95% interval of all attacks together, each with the same share of the 5%.
  const limit = RUNS + 4.2 * Math.sqrt(RUNS);
  expect([...totals].filter(([, hits]) => hits > limit)).toEqual([]);
}, 1_800_000);
