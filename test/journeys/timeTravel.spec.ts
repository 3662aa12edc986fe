import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { routeOf, routePaths } from '#store/navigation/routes.ts';
import { visitEveryScreen } from './support/everyScreen.ts';
import { LEARNER } from './support/logins.ts';
import { fillSignIn, watchProblems } from './support/people.ts';
import { type RunningServer, startServer } from './support/startServer.ts';
import { goWithin, jumpThrough, type Moment, momentAtRest, momentNow } from './support/travel.ts';

/**
 * What developers are promised: a jump in time moves screen and address, and causes nothing. Every action is jumped to
 * once; with TIME_TRAVEL=all also backwards and criss-cross.
 */
let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.dispose());

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** All that a page can cause outside of itself. */
async function watchEffects(page: Page) {
  const requests: string[] = [];
  page.on('request', (request) => {
    // The browser itself looks for the icon of its tab whenever the address changes.
    if (!request.url().endsWith('/icons/mark.svg')) requests.push(`${request.method()} ${request.url()}`);
  });
  const stored = () =>
    page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
    );
  return { requests, stored, storedBefore: await stored(), historyBefore: await lengthOf(page) };
}
const lengthOf = (page: Page) => page.evaluate(() => history.length);

test('every action of a day over every screen can be jumped to, and no jump causes anything', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await page.goto(`${server.url}/login?devtools`);
  await expect(page.getByRole('region', { name: 'Developer menu' })).toBeVisible();
  await page.keyboard.press('Control+h'); // the panel stands before what is to be clicked
  const { stops, paths } = await visitEveryScreen(page, server.url);
  const visited = new Set(paths.map((path) => routeOf(new URL(path, server.url).pathname) ?? '/not-found'));
  expect([...visited].sort()).toEqual([...routePaths].sort());

  const end = await momentAtRest(page);
  expect(end.recorded).toBeGreaterThanOrEqual(150);

  const problems = watchProblems(page);
  const effects = await watchEffects(page);
  const forth = range(end.recorded);
  const seen: Moment[] = await jumpThrough(page, forth);
  const headingAt = new Map(seen.map(({ index, heading }) => [index, heading]));
  const every = process.env.TIME_TRAVEL === 'all' ? 1 : 12;
  const back = [...forth].reverse().filter((index) => index % every === 0);
  const across = forth.map((index) => (index * 7) % end.recorded).filter((index) => index % every === 0);
  for (const order of [back, across])
    for (const moment of await jumpThrough(page, order)) {
      seen.push(moment);
      expect(moment.heading, `action ${moment.index}`).toBe(headingAt.get(moment.index));
    }
  for (const { address, path, index } of seen) expect(address, `action ${index}`).toBe(path);
  // What stood on the screen when it was lived through stands there again.
  const again = await jumpThrough(
    page,
    stops.map(({ index }) => index),
  );
  expect(again.map(({ address, heading }) => ({ address, heading }))).toEqual(
    stops.map(({ path, heading }) => ({ address: path, heading })),
  );

  await jumpThrough(page, [0]);
  await page.getByRole('button', { name: 'Go live' }).click();
  const live = await momentNow(page);
  expect({
    requests: effects.requests,
    problems,
    recorded: live.recorded,
    stored: await effects.stored(),
  }).toEqual({
    requests: [],
    problems: [],
    recorded: end.recorded,
    stored: effects.storedBefore,
  });
  expect(await lengthOf(page)).toBe(effects.historyBefore);
  expect(live.heading).toBe(end.heading);
  test.info().annotations.push({ type: 'actions', description: `${end.recorded}, jumps ${seen.length}` });
});

test('a session that was exported shows the same screen after a reload, and asks for nothing', async ({
  page,
}) => {
  await page.goto(`${server.url}/login?redirectUrl=%2Fprogram&devtools`);
  await page.keyboard.press('Control+h');
  await fillSignIn(page, LEARNER);
  await expect(page.locator('main h1')).toHaveText('Programs');
  await goWithin(page, '/profile');
  await expect(page.locator('main h1')).toHaveText(/^\S+ \S+$/); // the person's name: it has been loaded
  const before = await momentNow(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export session' }).click();
  const file = await (await saving).path();
  expect(readFileSync(file, 'utf8')).not.toMatch(/eyJ[\w-]+\.|trellis-demo|authKey/);

  await page.goto(`${server.url}/checkin`);
  await expect(page.locator('main h1')).toHaveText('Check-in');
  const problems = watchProblems(page);
  await page.getByLabel('Session or trace').setInputFiles(file);
  await expect(page.getByRole('status').filter({ hasText: 'In the past' })).toBeVisible();
  expect(
    await page.getByRole('region', { name: 'Developer menu' }).getByRole('alert').allTextContents(),
  ).toEqual([]);
  await expect(page.locator('main h1')).toHaveText(before.heading);
  const { requests } = await watchEffects(page);
  const shown = await momentNow(page);
  expect(shown.address).toBe(before.path);
  await jumpThrough(page, range(shown.recorded));
  // The code of screens that this page has not shown yet may come, and the line to the messaging service is kept.
  expect({
    calls: requests.filter((one) => !one.includes('/assets/') && !one.includes('/v2/')),
    problems,
  }).toEqual({
    calls: [],
    problems: [],
  });

  // Only a new page leads back.
  await page.getByRole('button', { name: 'Go live' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'In the past' })).toHaveCount(0);
});
