import { expect, test } from '@playwright/test';
import { programInProgress } from './support/api.ts';
import { LEARNER, MANAGER } from './support/logins.ts';
import { fillSignIn, messagesWith, send, signIn, startConversation } from './support/people.ts';
import { type RunningServer, startServer } from './support/startServer.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.dispose());

const fullName = async (page: import('@playwright/test').Page) =>
  (await page.locator('header button[aria-haspopup="menu"]').first().innerText()).split('\n').pop()?.trim() ??
  '';

test('a refused sign-in says one thing for every cause, and keeps what was typed', async ({ page }) => {
  await page.goto(`${server.url}/login`);
  const said: string[] = [];
  for (const [email, password] of [
    [LEARNER, 'wrong'],
    ['nobody@demo.example', 'trellis-demo'],
  ] as const) {
    await fillSignIn(page, email, password);
    const alert = page.getByRole('alert');
    await expect(alert).toBeVisible();
    said.push((await alert.innerText()).trim());
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password);
  }
  expect(said[0]).toBe(said[1]);
});

test('an address of no organisation is told so', async ({ page }) => {
  await page.goto(`${server.url}/login`);
  await fillSignIn(page, 'someone@nowhere.example', 'anything');
  await expect(page.locator('main')).toContainText(/organisation/i);
  await expect(page.getByLabel('Email')).toHaveValue('someone@nowhere.example');
});

test('a session that is over leads to login and back to where one was', async ({ browser }) => {
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

test('a message written while the server is away stays, marked, and is sent once when it is back', async ({
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
  await send(learner, managerName, 'while you were away');
  const mine = messagesWith(learner, managerName)
    .getByRole('listitem')
    .filter({ hasText: 'while you were away' });
  await expect(mine).toHaveCount(1);
  await expect(mine).toContainText(/Sending|Not sent/);
  await server.restart();

  await expect(messagesWith(manager, learnerName).getByText('while you were away')).toHaveCount(1, {
    timeout: 30_000,
  });
  await expect(mine).toHaveCount(1);
  await expect(mine).not.toContainText(/Sending|Not sent/);
  await manager.reload();
  await startConversation(manager, learnerName.slice(0, 2), learnerName);
  await expect(messagesWith(manager, learnerName).getByText('while you were away')).toHaveCount(1);
});

test('a message that is too long is counted and refused before it is sent, and nothing of it is lost', async ({
  browser,
}) => {
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
