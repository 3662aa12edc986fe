import { expect } from '@playwright/test';
import { programInProgress } from '#test/journeys/support/api.ts';
import { LEARNER, MANAGER } from '#test/journeys/support/logins.ts';
import { fillSignIn, messagesWith, send, signIn, startConversation } from '#test/journeys/support/people.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.dispose());

const fullName = async (page: import('@playwright/test').Page) =>
  (await page.locator('header button[aria-haspopup="menu"]').first().innerText()).split('\n').pop()?.trim() ??
  '';

test('a failed sign-in shows the same message for every cause and keeps the input', async ({ page }) => {
  await page.goto(`${server.url}/login`);
  const messages: string[] = [];
  for (const [email, password] of [
    [LEARNER, 'wrong'],
    ['absent@demo.example', 'trellis-demo'],
  ] as const) {
    await fillSignIn(page, email, password);
    const alert = page.getByRole('alert');
    await expect(alert).toBeVisible();
    messages.push((await alert.innerText()).trim());
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password);
  }
  expect(messages[0]).toBe(messages[1]);
});

test('an email address without an organisation shows an error', async ({ page }) => {
  await page.goto(`${server.url}/login`);
  await fillSignIn(page, 'someone@nowhere.example', 'anything');
  await expect(page.locator('main')).toContainText(/organisation/i);
  await expect(page.getByLabel('Email')).toHaveValue('someone@nowhere.example');
});

test('an ended session shows the login page, and signing in returns to the same page', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const { programId } = await programInProgress(server.url, LEARNER);
  const page = await signIn(context, server.url, LEARNER, `/program/${programId}`);
  const programs = /\/api\/programs(\?|$)/;
  await context.route(programs, (route) =>
    route.fulfill({
      status: 403,
      json: { code: 'session-ended', message: 'This account is no longer active.', requestId: 'test' },
    }),
  );
  await page.getByRole('link', { name: 'Programs' }).first().click();
  await expect(page).toHaveURL(`${server.url}/login?redirectUrl=%2Fprogram`);
  await context.unroute(programs);
  await fillSignIn(page, LEARNER);
  await expect(page).toHaveURL(`${server.url}/program`);
});

test('a message written while the server is down is kept, marked as pending, and sent once after the restart', async ({
  browser,
}) => {
  const learner = await signIn(await browser.newContext(), server.url, LEARNER);
  const manager = await signIn(await browser.newContext(), server.url, MANAGER);
  const [learnerName, managerName] = [await fullName(learner), await fullName(manager)];
  await startConversation(learner, managerName.slice(0, 2), managerName);
  await send(learner, managerName, 'before');
  await startConversation(manager, learnerName.slice(0, 2), learnerName);
  await expect(messagesWith(manager, learnerName).getByText('before')).toBeVisible();

  await server.kill();
  await send(learner, managerName, 'while the server was down');
  const mine = messagesWith(learner, managerName)
    .getByRole('listitem')
    .filter({ hasText: 'while the server was down' });
  await expect(mine).toHaveCount(1);
  await expect(mine).toContainText(/Sending|Not sent/);
  await server.restart();

  await expect(messagesWith(manager, learnerName).getByText('while the server was down')).toHaveCount(1, {
    timeout: 30_000,
  });
  await expect(mine).toHaveCount(1);
  await expect(mine).not.toContainText(/Sending|Not sent/);
  await manager.reload();
  await startConversation(manager, learnerName.slice(0, 2), learnerName);
  await expect(messagesWith(manager, learnerName).getByText('while the server was down')).toHaveCount(1);
});

test('a screen that could not load offline is shown when the connection is back', async ({ browser }) => {
  const page = await signIn(await browser.newContext(), server.url, LEARNER, '/profile/devices');
  await page.context().setOffline(true);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Check-in/ })
    .click();
  await expect(page.getByRole('heading', { name: 'This screen could not be loaded' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Check-in' })).toBeVisible();
  await page.context().close();
});

test('a message that is too long cannot be sent and is kept in the field', async ({ browser }) => {
  const learner = await signIn(await browser.newContext(), server.url, LEARNER);
  const manager = await signIn(await browser.newContext(), server.url, MANAGER);
  const managerName = await fullName(manager);
  await startConversation(learner, managerName.slice(0, 2), managerName);
  const conversation = learner.getByRole('region', { name: `Conversation with ${managerName}` });
  const box = conversation.getByRole('textbox', { name: 'Message' });
  const tooLong = 'ä'.repeat(17_000);
  await box.fill(tooLong);
  await expect(conversation.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await expect(conversation).toContainText(/too long/i);
  await box.fill(tooLong.slice(0, 16_000));
  await expect(conversation.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
});
