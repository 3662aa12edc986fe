import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { LEARNER } from './support/logins.ts';
import { signIn } from './support/people.ts';
import { type RunningServer, startServer } from './support/startServer.ts';

/** Far longer than a round of calls takes on a busy machine, short enough to wait for its end again and again. */
const TOKEN_SECONDS = 10;
/** The client counts a token as ended 2 s before it is, since it may be over when it arrives. */
const ENDS_AFTER_MS = (TOKEN_SECONDS - 2) * 1_000 + 200;
const TABS = 3;
const CALLS = 50;
/** REFRESH_ROUNDS=10 runs as many as the race was judged by; each takes as long as a token lives. */
const ROUNDS = Number(process.env.REFRESH_ROUNDS ?? 1);

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ ID_TOKEN_SECONDS: String(TOKEN_SECONDS) });
});
test.afterAll(() => server.dispose());

/** Fifty calls at once, each for something else, so that none answers for another. Gives the statuses. */
const callAtOnce = (page: Page, round: number) =>
  page.evaluate(
    async ({ calls, first }) => {
      type Thunk = { type: string };
      type Answer = { error?: { status: unknown }; data?: unknown };
      const { trellis } = window as unknown as {
        trellis: {
          store: { dispatch(thunk: Thunk): Promise<Answer> };
          endpoints: { getProgram: { initiate(argument: { programId: string }, options: object): Thunk } };
        };
      };
      const answers = await Promise.all(
        Array.from({ length: calls }, (_, n) =>
          trellis.store.dispatch(
            trellis.endpoints.getProgram.initiate(
              { programId: String(first + n).padStart(16, '0') },
              { subscribe: false, forceRefetch: true },
            ),
          ),
        ),
      );
      return answers.map(({ error, data }) => (data ? 200 : error?.status));
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

/** Waits until nothing has been refreshed for as long as the token lives: it has ended, and nobody has asked yet. */
async function untilTokenEnded(lastRefreshAt: () => number) {
  await expect
    .poll(() => Date.now() - lastRefreshAt(), { timeout: 60_000, intervals: [100] })
    .toBeGreaterThan(ENDS_AFTER_MS);
}

async function race(context: BrowserContext, rounds: number, refreshesExpected: number) {
  const refreshes: number[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) refreshes.push(Date.now());
  });
  const tabs = await openTabs(context);
  // A screen that asks for nothing by itself: the race wants an ended token that nobody has renewed yet.
  for (const tab of tabs) await tab.goto(`${server.url}/not-found`);
  for (const tab of tabs) await tab.waitForFunction(() => 'trellis' in window);
  let last = Date.now();
  for (let round = 0; round < rounds; round++) {
    await untilTokenEnded(() => Math.max(last, ...refreshes));
    refreshes.length = 0;
    const statuses = (await Promise.all(tabs.map((tab, n) => callAtOnce(tab, round * TABS + n)))).flat();
    // 404 is the answer to a program that is not there: the call was made with a token that counted.
    expect(statuses, `round ${round}: every call is answered`).toEqual(Array(TABS * CALLS).fill(404));
    expect(refreshes, `round ${round}: refreshes`).toHaveLength(refreshesExpected);
    last = Date.now();
  }
  for (const tab of tabs) await expect(tab).not.toHaveURL(/\/login/);
}

test(`${TABS} tabs of ${CALLS} calls at the token's end refresh once each time (rounds: ${ROUNDS})`, async ({
  browser,
}) => {
  test.setTimeout(60_000 + ROUNDS * 20_000);
  await race(await browser.newContext(), ROUNDS, 1);
});

test('the same when the first answer is lost on its way: asked again, and nobody is signed out', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const context = await browser.newContext();
  let isFirst = false;
  await context.route('**/api/auth/refresh', async (route) => {
    isFirst = !isFirst;
    if (!isFirst) return route.continue();
    // The service has done it; only its answer never arrives.
    await route.fetch();
    return route.abort('connectionreset');
  });
  await race(context, 1, 2);
});
