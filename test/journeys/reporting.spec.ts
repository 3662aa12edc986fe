import { expect } from '@playwright/test';
import { apiAs } from '#test/journeys/support/api.ts';
import { asDeployment, startCollector, throwIn } from '#test/journeys/support/collector.ts';
import { openChat, visitEveryScreen } from '#test/journeys/support/everyScreen.ts';
import { DEMO_PASSWORD, LEARNER, MANAGER } from '#test/journeys/support/logins.ts';
import { conversationWith, fillSignIn, send, startConversation } from '#test/journeys/support/people.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';
import { goWithin } from '#test/journeys/support/travel.ts';

/** A marker in names, messages and addresses that must never reach the collector. */
const MARKER = 'Xq7Planted';
const NAME = `${MARKER}Name`;
const TEXT = `${MARKER} is what I wrote`;

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

if (process.env.HARD)
  test('an error report after a visit to all screens contains no names or user content', async ({ page }) => {
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
    await goWithin(page, `/${MARKER}?q=${MARKER}`);
    await throwIn(page, `Cannot read "${TEXT}" of ${NAME} <${MARKER}@demo.example> at ${LEARNER}`);
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
    for (const secret of [MARKER, body.emailAddress, DEMO_PASSWORD, learner.idToken, 'eyJ'])
      expect(
        collector.bodies.filter((body) => body.includes(secret)),
        secret,
      ).toEqual([]);
  });

test('a crashed saga is reported once and restarted, and the session continues', async ({ page }) => {
  await asDeployment(page, 'test');
  await page.goto(`${server.url}/login`);
  await fillSignIn(page, LEARNER);
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
  await page.waitForFunction(() => 'trellis' in window);
  const before = errors().length;
  // This payload breaks the contract and crashes the saga that takes it.
  await page.evaluate(() => {
    const { store } = (window as unknown as { trellis: { store: { dispatch(action: unknown): void } } })
      .trellis;
    const item = {
      type: 'PEER_JOINED_SESSION',
      id: 'x',
      fromUserId: 0,
      isUnlisted: true,
      timetoken: `${Date.now()}0000`,
    };
    store.dispatch({ type: 'notifications/received', payload: { items: [item] } });
  });
  await expect.poll(() => errors().length).toBe(before + 1);
  expect(errors().at(-1)?.tags).toMatchObject({ saga: 'peer alerts' });

  await goWithin(page, '/program');
  const { body } = await (await apiAs(server.url, MANAGER)).get<{ firstName: string; lastName: string }>(
    '/api/session',
  );
  const name = `${body.firstName} ${body.lastName}`;
  // Other sagas are still running.
  await expect(async () => {
    await openChat(page);
    await startConversation(page, name.slice(0, 3), name);
  }).toPass({ timeout: 10_000 });
  await send(page, name, 'Still here');
  await expect(conversationWith(page, name).getByText('Still here')).toBeVisible();
  expect(errors()).toHaveLength(before + 1);
});

test('in a local deployment an error is rethrown and nothing is reported', async ({ page }) => {
  const before = collector.bodies.length;
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(error.message));
  await page.goto(`${server.url}/login`);
  await expect(page.getByLabel('Email')).toBeVisible();
  await throwIn(page, 'local error');
  await expect.poll(() => thrown).toEqual(['local error']);
  await page.waitForLoadState('networkidle');
  expect(collector.bodies).toHaveLength(before);
});
