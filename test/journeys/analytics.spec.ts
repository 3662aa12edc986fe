import { expect } from '@playwright/test';
import type { SessionUser } from '#contract/access/session.ts';
import { apiAs } from '#test/journeys/support/api.ts';
import { startCollector } from '#test/journeys/support/collector.ts';
import { ADMIN, LEARNER } from '#test/journeys/support/logins.ts';
import { signIn, watchProblems } from '#test/journeys/support/people.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';
import { goWithin } from '#test/journeys/support/travel.ts';

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

const agentCalls = (page: import('@playwright/test').Page) =>
  page.evaluate(() => (window as unknown as { agentCalls?: unknown[] }).agentCalls ?? null);

test('the analytics agent is loaded with consent and receives the identity and a few events', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const page = await signIn(context, server.url, ADMIN, '/privacy');
  const problems = watchProblems(page);
  await expect(page.locator('main')).toContainText('Your organisation has not given consent');
  await expect(page.locator('main')).toContainText('No data has been sent');
  expect(await agentCalls(page)).toBeNull();

  await page.getByRole('button', { name: 'Give consent for your organisation' }).click();
  await expect(page.getByRole('button', { name: 'Withdraw consent' })).toBeVisible();
  await page.reload();
  // The identity and the first page. Events of earlier pages are not sent later.
  await expect.poll(async () => (await agentCalls(page))?.length).toBe(2);
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
  expect(await agentCalls(page)).toEqual([
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

test('a blocked analytics script is logged to the console, and Trellis works without it', async ({
  browser,
}) => {
  await (await apiAs(server.url, ADMIN)).put('/api/admin/analytics-consent', { hasConsent: true });
  const context = await browser.newContext();
  await context.route('**/agent.js', (route) => route.abort('blockedbyclient'));
  const warnings: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  const page = await signIn(context, server.url, LEARNER);
  await expect
    .poll(() => warnings)
    .toContainEqual(expect.stringContaining('analytics script could not be loaded'));
  await goWithin(page, '/privacy');
  await expect(page.locator('main')).toContainText('No data has been sent');
  await context.close();
});
