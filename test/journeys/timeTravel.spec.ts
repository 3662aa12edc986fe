import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { routeOf, routePaths } from '#store/navigation/routes.ts';
import { watchDispatch, witnessedActions } from '#test/journeys/support/causes.ts';
import { visitEveryScreen } from '#test/journeys/support/everyScreen.ts';
import { LEARNER } from '#test/journeys/support/logins.ts';
import { fillSignIn, watchProblems } from '#test/journeys/support/people.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';
import {
  goWithin,
  jumpThrough,
  type Moment,
  momentAtRest,
  momentNow,
} from '#test/journeys/support/travel.ts';
import { type Witnessed, wrongCauses } from '#test/support/causeTruth.ts';
import { readSagaSources } from '#test/support/sagaSources.ts';

/** The cause of the newest action of this type that a component dispatched. */
const eventOf = (actions: Witnessed[], matches: (action: Witnessed) => boolean) =>
  actions
    .filter((action) => action.cause.by === 'screen' && matches(action))
    .map(({ cause }) => ('event' in cause ? cause.event : ''));

/**
 * A time-travel jump changes the screen and the address and has no side effects. The test jumps to every sixth action;
 * with TIME_TRAVEL=all to every action, forward, backward and in mixed order (docs/decisions/0011-no-effects-from-state.md).
 */
let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.dispose());

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Records the side effects of a page: requests, storage and history. */
async function watchEffects(page: Page) {
  const requests: string[] = [];
  page.on('request', (request) => {
    // The browser requests the tab icon whenever the address changes.
    if (!request.url().endsWith('/icons/mark.svg')) requests.push(`${request.method()} ${request.url()}`);
  });
  const stored = () =>
    page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
    );
  return { requests, stored, storedBefore: await stored(), historyBefore: await lengthOf(page) };
}
const lengthOf = (page: Page) => page.evaluate(() => history.length);

test('jumping to any action of a visit to all screens has no side effects', async ({ page }) => {
  test.setTimeout(300_000);
  await page.goto(`${server.url}/login?devtools`);
  await expect(page.getByRole('region', { name: 'Developer menu' })).toBeVisible();
  await page.keyboard.press('Control+h'); // the panel would cover the screens
  await watchDispatch(page);
  const { stops, paths } = await visitEveryScreen(page, server.url);
  const visited = new Set(paths.map((path) => routeOf(new URL(path, server.url).pathname) ?? '/not-found'));
  expect([...visited].sort()).toEqual([...routePaths].sort());

  const end = await momentAtRest(page);
  expect(end.recorded).toBeGreaterThanOrEqual(150);

  // The recorder names the true cause of every action.
  const actions = await witnessedActions(page);
  expect(actions.length).toBe(Math.min(end.recorded - 1, 500));
  expect(wrongCauses(actions, await readSagaSources())).toEqual([]);
  expect(eventOf(actions, ({ type }) => type === 'chat/messageSubmitted')).toEqual(['submit/form']);
  expect(
    eventOf(actions, ({ endpoint, type }) => endpoint === 'completeTopic' && type.endsWith('pending')),
  ).toEqual(['click/button', 'click/button']);
  expect(eventOf(actions, ({ type }) => type === 'navigation/locationChanged')).toContain('popstate');

  const problems = watchProblems(page);
  const effects = await watchEffects(page);
  const all = process.env.TIME_TRAVEL === 'all';
  const forward = range(end.recorded).filter((index) => all || index % 6 === 0);
  const seen: Moment[] = await jumpThrough(page, forward);
  const headingAt = new Map(seen.map(({ index, heading }) => [index, heading]));
  const repeated = forward.filter((index) => all || index % 24 === 0);
  const backward = [...repeated].reverse();
  const mixed = [...repeated].sort((one, other) => (one % 7) - (other % 7));
  for (const order of [backward, mixed])
    for (const moment of await jumpThrough(page, order)) {
      seen.push(moment);
      expect(moment.heading, `action ${moment.index}`).toBe(headingAt.get(moment.index));
    }
  for (const { address, path, index } of seen) expect(address, `action ${index}`).toBe(path);
  // Each position shows the same screen as during the visit.
  const again = await jumpThrough(
    page,
    stops.map(({ index }) => index),
  );
  expect(again.map(({ address, heading }) => ({ address, heading }))).toEqual(
    stops.map(({ path, heading }) => ({ address: path, heading })),
  );

  // The panel shows the cause of the action at each position.
  await page.getByRole('button', { name: 'Cause and effect' }).click();
  const panel = page.getByRole('region', { name: /^#\d+ / });
  for (const type of ['chat/messageSent', 'session/signedOut', 'chat/conversationsLoaded']) {
    const { id, cause } = actions.findLast((action) => action.type === type) ?? {};
    await jumpThrough(page, [(id ?? 0) - (actions[0]?.id ?? 0) + end.recorded - actions.length]);
    await expect(panel.getByRole('heading')).toHaveText(`#${id} ${type}`);
    await expect(panel.getByRole('treeitem').nth(1)).toHaveText(
      new RegExp(`^Saga .*${cause?.by === 'effect' && cause.saga}$`),
    );
  }
  await page.getByRole('button', { name: 'Cause and effect' }).click();

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

test('an imported session shows the same screens after a reload without API calls', async ({ page }) => {
  await page.goto(`${server.url}/login?redirectUrl=%2Fprogram&devtools`);
  await page.keyboard.press('Control+h');
  await fillSignIn(page, LEARNER);
  await expect(page.locator('main h1')).toHaveText('Programs');
  await goWithin(page, '/profile');
  await expect(page.locator('main h1')).toHaveText(/^\S+ \S+$/); // the name of the user shows that the profile has loaded
  const before = await momentNow(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export session' }).click();
  const file = await (await saving).path();
  expect(readFileSync(file, 'utf8')).not.toMatch(/eyJ[\w-]+\.|trellis-demo|authKey/);

  await page.goto(`${server.url}/checkin`);
  await expect(page.locator('main h1')).toHaveText('Check-in');
  const problems = watchProblems(page);
  await page.getByLabel('Session or trace').setInputFiles(file);
  await expect(page.getByRole('status').filter({ hasText: 'Time travel: action' })).toBeVisible();
  expect(
    await page.getByRole('region', { name: 'Developer menu' }).getByRole('alert').allTextContents(),
  ).toEqual([]);
  await expect(page.locator('main h1')).toHaveText(before.heading);
  const { requests } = await watchEffects(page);
  const shown = await momentNow(page);
  expect(shown.address).toBe(before.path);
  await jumpThrough(page, range(shown.recorded));
  // The page may load the code of screens that it has not shown yet, and stays connected to the messaging service.
  expect({
    calls: requests.filter((one) => !one.includes('/assets/') && !one.includes('/v2/')),
    problems,
  }).toEqual({
    calls: [],
    problems: [],
  });

  // Only a page reload returns to the present.
  await page.getByRole('button', { name: 'Go live' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Time travel: action' })).toHaveCount(0);
});
