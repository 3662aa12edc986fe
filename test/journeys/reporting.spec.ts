import { expect, type Page, test } from '@playwright/test';
import { apiAs } from './support/api.ts';
import { startCollector } from './support/collector.ts';
import { openChat, visitEveryScreen } from './support/everyScreen.ts';
import { DEMO_PASSWORD, LEARNER, MANAGER } from './support/logins.ts';
import { conversationWith, fillSignIn, send, startConversation } from './support/people.ts';
import { type RunningServer, startServer } from './support/startServer.ts';
import { goWithin } from './support/travel.ts';

/** What is planted: names, a message, an address. None of it may be found with the collector. */
const HOSTILE = 'Xq7Planted';
const NAME = `${HOSTILE}Name`;
const TEXT = `${HOSTILE} is what I wrote`;

let server: RunningServer;
let collector: Awaited<ReturnType<typeof startCollector>>;
test.beforeAll(async () => {
  collector = await startCollector();
  server = await startServer({ SENTRY_DSN: collector.dsn, ANALYTICS_SCRIPT_URL: collector.scriptUrl });
});
test.afterAll(async () => {
  await server.dispose();
  await collector.stop();
});

/** The server runs at home, where nothing is reported: the browser is told that this is another deployment. */
async function asDeployment(page: Page, deployment: string) {
  await page.route('**/api/config', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), deployment } });
  });
}

interface ErrorEvent {
  event_id: string;
  environment: string;
  release: string;
  transaction: string;
  tags: Record<string, string>;
  breadcrumbs: { message: string }[];
  contexts: { state?: { state: { value: Record<string, unknown> } } };
  exception: { values: { type: string; value: string }[] };
}
const errors = () => collector.items('event') as unknown as ErrorEvent[];

/** A reducer of the product is given what it cannot take, as a fault of ours would. */
const throwIn = (page: Page, message: string) =>
  page.evaluate((words) => {
    setTimeout(() => {
      throw new TypeError(words);
    });
  }, message);

test('a day over every screen, and of what people are called and write nothing is received', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await asDeployment(page, 'test');
  const learner = await apiAs(server.url, LEARNER);
  const { body: profile } = await learner.get<Record<string, unknown>>('/api/profile');
  await learner.put('/api/profile', {
    firstName: NAME,
    lastName: NAME,
    title: NAME,
    timeZone: 'Europe/Berlin',
    version: profile.version,
  });
  await page.goto(`${server.url}/login`);
  await visitEveryScreen(page, server.url, { text: TEXT });
  await fillSignIn(page, LEARNER);
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
  await goWithin(page, `/${HOSTILE}?q=${HOSTILE}`);
  await throwIn(page, `Cannot read "${TEXT}" of ${NAME} <${HOSTILE}@demo.example> at ${LEARNER}`);
  await expect.poll(() => errors().length).toBeGreaterThanOrEqual(1);

  const [event] = errors();
  expect(event).toMatchObject({
    environment: 'test',
    release: expect.stringMatching(/^trellis@\d/),
    transaction: '/not-found',
    tags: { where: 'uncaught' },
  });
  expect(event?.breadcrumbs.map(({ message }) => message)).toContain('session/signedIn');
  expect(Object.keys(event?.contexts.state?.state.value ?? {})).toContain('navigation');
  await expect
    .poll(() => collector.items('transaction').map(({ transaction }) => transaction))
    .toEqual(expect.arrayContaining(['/login', '/program/:programId', '/profile/edit']));

  const { body } = await learner.get<{ emailAddress: string; uuid: string }>('/api/session');
  for (const secret of [HOSTILE, body.emailAddress, DEMO_PASSWORD, learner.idToken, 'eyJ'])
    expect(
      collector.bodies.filter((one) => one.includes(secret)),
      secret,
    ).toEqual([]);
});

test('a saga that crashes is reported once by its name and runs again, and the session goes on', async ({
  page,
}) => {
  await asDeployment(page, 'test');
  await page.goto(`${server.url}/login`);
  await fillSignIn(page, LEARNER);
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
  await page.waitForFunction(() => 'trellis' in window);
  const before = errors().length;
  // An action that breaks its promise: the saga that takes it cannot go on.
  await page.evaluate(() => {
    const { store } = (window as unknown as { trellis: { store: { dispatch(action: unknown): void } } })
      .trellis;
    const item = { type: 'PEER_JOINED_SESSION', id: 'x', fromUserId: 0, timetoken: `${Date.now()}0000` };
    store.dispatch({ type: 'notifications/arrivedLive', payload: { items: [item] } });
  });
  await expect.poll(() => errors().length).toBe(before + 1);
  expect(errors().at(-1)?.tags).toMatchObject({ saga: 'peer alerts' });

  await goWithin(page, '/program');
  const { body } = await (await apiAs(server.url, MANAGER)).get<{ firstName: string; lastName: string }>(
    '/api/session',
  );
  const name = `${body.firstName} ${body.lastName}`;
  // Its neighbours have not noticed.
  await expect(async () => {
    await openChat(page);
    await startConversation(page, name.slice(0, 3), name);
  }).toPass({ timeout: 10_000 });
  await send(page, name, 'Still here');
  await expect(conversationWith(page, name).getByText('Still here')).toBeVisible();
  expect(errors()).toHaveLength(before + 1);
});

test('at home an error is thrown again, and nothing leaves', async ({ page }) => {
  const before = collector.bodies.length;
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(error.message));
  await page.goto(`${server.url}/login`);
  await expect(page.getByLabel('Email')).toBeVisible();
  await throwIn(page, 'at home');
  await expect.poll(() => thrown).toEqual(['at home']);
  await page.waitForLoadState('networkidle');
  expect(collector.bodies).toHaveLength(before);
});
