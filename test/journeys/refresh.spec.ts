import { type BrowserContext, expect, type Page } from '@playwright/test';
import { LEARNER } from '#test/journeys/support/logins.ts';
import { signIn } from '#test/journeys/support/people.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';

/** Longer than a round of calls on a busy machine, but short enough to wait for the expiry. */
const TOKEN_SECONDS = 14;
/** The client treats a token as expired 2 s early. */
const EXPIRED_AFTER_MS = (TOKEN_SECONDS - 2) * 1_000 + 200;
const TABS = 3;
const CALLS = 50;
/** REFRESH_ROUNDS=10 runs more rounds. Each round takes as long as the lifetime of a token. */
const ROUNDS = Number(process.env.REFRESH_ROUNDS ?? 1);

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ ID_TOKEN_SECONDS: String(TOKEN_SECONDS) });
});
test.afterAll(() => server.dispose());

/** Sends 50 calls for different programs at the same time and returns their statuses. */
const callAtOnce = (page: Page, round: number) =>
  page.evaluate(
    async ({ calls, first }) => {
      type Thunk = { type: string };
      type Result = { error?: { status: unknown }; data?: unknown };
      const { trellis } = window as unknown as {
        trellis: {
          store: { dispatch(thunk: Thunk): Promise<Result> };
          endpoints: { getProgram: { initiate(argument: { programId: string }, options: object): Thunk } };
        };
      };
      const results = await Promise.all(
        Array.from({ length: calls }, (_, n) =>
          trellis.store.dispatch(
            trellis.endpoints.getProgram.initiate(
              { programId: String(first + n).padStart(16, '0') },
              { subscribe: false, forceRefetch: true },
            ),
          ),
        ),
      );
      return results.map(({ error, data }) => (data ? 200 : error?.status));
    },
    { calls: CALLS, first: round * 10_000 },
  );

async function openTabs(context: BrowserContext): Promise<Page[]> {
  const tabs = [await signIn(context, server.url, LEARNER)];
  while (tabs.length < TABS) {
    const tab = await context.newPage();
    await tab.goto(`${server.url}/home`);
    await expect(tab.locator('main h1')).toBeVisible();
    tabs.push(tab);
  }
  for (const tab of tabs) await tab.waitForFunction(() => 'trellis' in window);
  return tabs;
}

/** Waits until the token has expired without a refresh. */
async function untilTokenExpired(lastRefreshAt: () => number) {
  await expect
    .poll(() => Date.now() - lastRefreshAt(), { timeout: 60_000, intervals: [100] })
    .toBeGreaterThan(EXPIRED_AFTER_MS);
}

async function race(context: BrowserContext, rounds: number, refreshesExpected: number) {
  const refreshes: number[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) refreshes.push(Date.now());
  });
  const tabs = await openTabs(context);
  // The screen of a nonexistent program calls the endpoint of the race, and sends no more calls before it.
  for (const tab of tabs) await tab.goto(`${server.url}/program/${'z'.repeat(16)}`);
  // The token may expire in the meantime, and a lost response delays the next attempt.
  for (const tab of tabs)
    await expect(tab.locator('main').getByRole('heading', { level: 1, name: /not found/i })).toBeVisible({
      timeout: 45_000,
    });
  let last = Date.now();
  for (let round = 0; round < rounds; round++) {
    await untilTokenExpired(() => Math.max(last, ...refreshes));
    refreshes.length = 0;
    const statuses = (await Promise.all(tabs.map((tab, n) => callAtOnce(tab, round * TABS + n)))).flat();
    // 404: the program does not exist, but the token was accepted.
    expect(statuses, `round ${round}: every call succeeds`).toEqual(Array(TABS * CALLS).fill(404));
    // On a slow machine, the new token also expires during the round and is refreshed again.
    const [first = 0] = refreshes;
    const ofThisToken = refreshes.filter((at) => at - first < EXPIRED_AFTER_MS - 1_000);
    expect(ofThisToken, `round ${round}: refreshes`).toHaveLength(refreshesExpected);
    last = Date.now();
  }
  for (const tab of tabs) await expect(tab).not.toHaveURL(/\/login/);
}

test(`${TABS} tabs with ${CALLS} calls each refresh an expired token once (rounds: ${ROUNDS})`, async ({
  browser,
}) => {
  test.setTimeout(test.info().timeout + ROUNDS * 40_000);
  await race(await browser.newContext(), ROUNDS, 1);
});

test('a lost refresh response is requested again, and all tabs stay signed in', async ({ browser }) => {
  test.setTimeout(180_000);
  const context = await browser.newContext();
  let isFirst = false;
  await context.route('**/api/auth/refresh', async (route) => {
    isFirst = !isFirst;
    if (!isFirst) return route.continue();
    // The server has refreshed the token, but the response is lost.
    await route.fetch();
    return route.abort('connectionreset');
  });
  await race(context, 1, 2);
});
