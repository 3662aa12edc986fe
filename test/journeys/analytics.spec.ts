import { expect, test } from '@playwright/test';
import type { SessionUser } from '#contract/session.ts';
import { apiAs } from './support/api.ts';
import { startCollector } from './support/collector.ts';
import { ADMIN, LEARNER } from './support/logins.ts';
import { signIn, watchProblems } from './support/people.ts';
import { type RunningServer, startServer } from './support/startServer.ts';
import { goWithin } from './support/travel.ts';

let server: RunningServer;
let collector: Awaited<ReturnType<typeof startCollector>>;
test.beforeAll(async () => {
  collector = await startCollector();
  server = await startServer({ ANALYTICS_SCRIPT_URL: collector.scriptUrl });
});
test.afterAll(async () => {
  await server.dispose();
  await collector.stop();
});

const heard = (page: import('@playwright/test').Page) =>
  page.evaluate(() => (window as unknown as { heard?: unknown[] }).heard ?? null);

test('the agent is loaded when the organisation agrees, and told who is here and a few kinds of events', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const page = await signIn(context, server.url, ADMIN, '/privacy');
  const problems = watchProblems(page);
  await expect(page.locator('main')).toContainText('Your organisation has not agreed');
  await expect(page.locator('main')).toContainText('Nothing has left');
  expect(await heard(page)).toBeNull();

  await page.getByRole('button', { name: 'Agree for your organisation' }).click();
  await expect(page.getByRole('button', { name: 'Take the agreement back' })).toBeVisible();
  await page.reload();
  await expect.poll(() => heard(page)).not.toBeNull();
  await goWithin(page, '/content');
  await goWithin(page, '/privacy');

  const { body } = await (await apiAs(server.url, ADMIN)).get<SessionUser>('/api/session');
  const identity = {
    visitor: {
      id: `${body.userId}`,
      full_name: `${body.firstName} ${body.lastName}`,
      email: body.emailAddress,
    },
    account: { id: `${body.tenantId}`, name: body.tenantName },
  };
  expect(await heard(page)).toEqual([
    ['initialize', identity],
    ['page_viewed', { route: '/privacy' }],
    ['page_viewed', { route: '/content' }],
    ['page_viewed', { route: '/privacy' }],
  ]);
  const payloads = page.getByRole('list', { name: 'Payloads, newest first' });
  await expect(payloads.getByRole('listitem')).toHaveCount(4);
  await payloads.locator('summary').last().click();
  await expect(payloads).toContainText(body.emailAddress);
  expect(problems).toEqual([]);
  await context.close();
});

test('a blocked script is a word in the console, and Trellis works without it', async ({ browser }) => {
  await (await apiAs(server.url, ADMIN)).put('/api/admin/analytics-consent', { hasConsent: true });
  const context = await browser.newContext();
  await context.route('**/agent.js', (route) => route.abort('blockedbyclient'));
  const words: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'warning') words.push(message.text());
  });
  const page = await signIn(context, server.url, LEARNER);
  await expect
    .poll(() => words)
    .toContainEqual(expect.stringContaining('analytics script could not be loaded'));
  await goWithin(page, '/privacy');
  await expect(page.locator('main')).toContainText('Nothing has left');
  await context.close();
});
