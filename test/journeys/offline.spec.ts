import { type Browser, expect, type Page } from '@playwright/test';
import type { CheckIns } from '#contract/learning/checkIns.ts';
import type { ProgramPage } from '#contract/learning/programSummaries.ts';
import type { Program } from '#contract/learning/programs.ts';
import { stepTarget } from '#contract/notifications/linkTargets.ts';
import { apiAs } from '#test/journeys/support/api.ts';
import { type DeploymentProxy, startDeploymentProxy } from '#test/journeys/support/deploymentProxy.ts';
import { LEARNER } from '#test/journeys/support/logins.ts';
import { messagesWith, send, signIn, startConversation } from '#test/journeys/support/people.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';

let server: RunningServer;
let proxy: DeploymentProxy;
test.beforeAll(async () => {
  server = await startServer();
});
test.beforeEach(async () => {
  proxy = await startDeploymentProxy(server.url);
});
test.afterEach(() => proxy.close());
test.afterAll(() => server.dispose());

const newContext = (browser: Browser) => browser.newContext({ serviceWorkers: 'allow' });
const workerState = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state ?? 'none');

/** The browser registers a worker after the page is loaded, and stores the files of the build for it. */
const untilWorkerActive = (page: Page) =>
  expect.poll(() => workerState(page), { timeout: 60_000 }).toBe('activated');

async function loseNetwork(page: Page) {
  proxy.isDown = true;
  await page.context().setOffline(true);
}

async function returnNetwork(page: Page) {
  proxy.isDown = false;
  await page.context().setOffline(false);
}

test('offers a new version, and opens it only when the user wants to', async ({ browser }) => {
  const page = await signIn(await newContext(browser), proxy.url, LEARNER);
  await untilWorkerActive(page);
  await expect(page.getByText('A new version is available.')).toHaveCount(0);
  // The screens of the old version are gone, except what the page and its worker have stored.
  proxy.deploy(/^\/assets\/app\./);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect(page.getByText('A new version is available.')).toBeVisible();
  const loads = () => proxy.requests.filter((one) => one.startsWith('GET /home')).length;
  const before = loads();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(loads).toBe(before + 1);
});

const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

test('opens without a network, shows the last data with its age, and leaves nothing after a sign-out', async ({
  browser,
}) => {
  const page = await signIn(await newContext(browser), proxy.url, LEARNER);
  // Until the data arrives, the title is the name of the page.
  await expect(page.locator('main h1')).not.toHaveText('Home');
  const heading = await page.locator('main h1').innerText();
  await untilWorkerActive(page);
  await loseNetwork(page);
  await page.reload();
  await expect(page.locator('main h1')).toHaveText(heading);
  await expect(page.getByText(/You are offline.*This page was saved less than a minute ago/)).toBeVisible();

  // The network is back: the page loads its data again without a reload.
  const loads = () => proxy.requests.filter((one) => one === 'GET /api/home').length;
  const before = loads();
  await returnNetwork(page);
  await expect.poll(loads).toBeGreaterThan(before);
  await expect(page.getByText('This page was saved')).toHaveCount(0);

  expect(await databases(page)).toContain('trellis-saved-responses');
  await page.locator('header button[aria-haspopup="menu"]').first().click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/login/);
  await expect.poll(() => databases(page)).not.toContain('trellis-saved-responses');
  const stored = await page.evaluate(async () => {
    const urls: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname);
    return urls.filter((path) => !/^\/(assets\/|icons\/|index\.html|color-scheme\.js|manifest)/.test(path));
  });
  expect(stored).toEqual([]);
  await loseNetwork(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('sends a check-in, a practice and a message that were entered offline, each exactly once', async ({
  browser,
}) => {
  const learner = await apiAs(server.url, LEARNER);
  const { body: own } = await learner.get<ProgramPage>('/api/programs');
  const programId = own.data.find(({ enrolment }) => enrolment === 'active')?.programId ?? '';
  const read = async () => (await learner.get<Program>(`/api/programs/${programId}`)).body;
  const stepsOf = ({ topics }: Program) =>
    topics.flatMap(({ topicId, steps }) => steps.map((step) => ({ ...step, topicId })));
  const practice = stepsOf(await read()).find(({ tally, can }) => tally && can.record);
  if (!practice?.tally) throw new Error('The learner has no step to practise');

  const target = stepTarget(practice);
  const context = await newContext(browser);
  const page = await signIn(context, proxy.url, LEARNER, `/program/${programId}#${target}`);
  await startConversation(page, 'mar', 'Marisol Quintero');
  await untilWorkerActive(page);
  await page.getByRole('navigation').getByRole('link', { name: 'Check-in' }).click();
  const win = page.getByRole('textbox', { name: 'What went well?' });
  await win.waitFor();
  await loseNetwork(page);
  await win.fill('I wrote this in a tunnel');
  await page.getByRole('button', { name: 'Send check-in' }).click();
  await expect(page.getByText('Your check-in is saved in this browser.')).toBeVisible();
  await page.goBack();
  await send(page, 'Marisol Quintero', 'Written in a tunnel');
  const step = page.locator(`[id="${target}"]`);
  await step.getByRole('button', { name: 'Log practice' }).click();
  await expect(
    step.getByText('Saved in this browser. It is sent when Trellis can be reached.'),
  ).toBeVisible();
  await page.reload();
  await expect(
    step.getByText('Saved in this browser. It is sent when Trellis can be reached.'),
  ).toBeVisible();

  await returnNetwork(page);
  await expect(step.getByText('Saved in this browser.')).toHaveCount(0);
  const count = async () =>
    stepsOf(await read()).find(({ stepKey }) => stepKey === practice.stepKey)?.tally?.count;
  expect(await count()).toBe(practice.tally.count + 1);
  const sent = () => proxy.requests.filter((one) => one.startsWith('PUT') && one.endsWith('/record')).length;
  expect(sent()).toBe(1);
  const { body: checkIns } = await learner.get<CheckIns>('/api/check-ins');
  expect(checkIns.current.answers?.win.text).toBe('I wrote this in a tunnel');
  const checkInsSent = proxy.requests.filter((one) => one.startsWith('PUT /api/check-ins/'));
  expect(checkInsSent).toHaveLength(1);

  // The history of the service, after another reload, contains the message once.
  await page.reload();
  await startConversation(page, 'mar', 'Marisol Quintero');
  await expect(messagesWith(page, 'Marisol Quintero').getByText('Written in a tunnel')).toHaveCount(1);
  expect(sent()).toBe(1);
});
