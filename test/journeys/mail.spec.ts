import { expect } from '@playwright/test';
import { LEARNER } from '#test/journeys/support/logins.ts';
import {
  fillSignIn,
  messagesWith,
  send,
  signIn,
  startConversation,
  watchProblems,
} from '#test/journeys/support/people.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ UNREAD_MAIL_SECONDS: '2' });
});
test.afterAll(() => server.dispose());

const NAME = 'Marisol Quintero';
const SECRET = 'the missed deadline';

test('an offline user gets a mail with a link to unread messages, and none for read messages', async ({
  browser,
}) => {
  const learner = await signIn(await browser.newContext(), server.url, LEARNER);
  await startConversation(learner, 'mar', NAME);
  await send(learner, NAME, 'Can we talk about Thursday?');
  await send(learner, NAME, `Confidential session feedback: ${SECRET}`);

  const mailPage = await (await browser.newContext()).newPage();
  const problems = watchProblems(mailPage);
  const mails = mailPage.getByRole('listitem').filter({ hasText: 'manager@demo.example' });
  await expect(async () => {
    await mailPage.goto(`${server.url}/dev/mail`);
    await expect(mails).toHaveCount(1, { timeout: 500 });
  }).toPass();
  await mails.getByRole('link').click();
  await expect(mailPage.getByRole('heading', { level: 1 })).toHaveText(/ wrote to you$/);
  await expect(mailPage.getByLabel('Plain text version')).toContainText('Can we talk about Thursday?');
  await expect(mailPage.getByLabel('Plain text version')).toContainText('(2 messages)');
  await expect(mailPage.getByLabel('Plain text version')).not.toContainText(SECRET);
  const html = mailPage.frameLocator('iframe[title="HTML version"]');
  await expect(html.getByText('Can we talk about Thursday?')).toBeVisible();

  const opening = mailPage.context().waitForEvent('page');
  await html.getByRole('link', { name: /^Read messages from / }).click();
  const manager = await opening;
  await fillSignIn(manager, 'manager@demo.example');
  const learnerName = (await mailPage.getByRole('heading', { level: 1 }).innerText()).replace(
    ' wrote to you',
    '',
  );
  await expect(messagesWith(manager, learnerName)).toContainText(SECRET);
  expect(new URL(manager.url()).search).toBe('');
  // The frame runs no scripts, not even the browser driver's script.
  expect(problems.filter((problem) => !problem.includes("'allow-scripts' permission is not set"))).toEqual(
    [],
  );

  // After reading, the next unread message gets its own mail.
  await send(learner, NAME, 'This one is read at once');
  const last = messagesWith(manager, learnerName).locator('[data-timetoken]').last();
  await expect(last).toContainText('This one is read at once');
  // The read position is saved after the message was visible for a moment.
  const timetoken = (await last.getAttribute('data-timetoken')) ?? 'none';
  await manager.waitForResponse(
    (response) =>
      response.request().method() === 'PATCH' && (response.request().postData() ?? '').includes(timetoken),
  );
  await manager.getByRole('button', { name: NAME, exact: true }).click();
  await manager.getByRole('menuitem', { name: '(Logout)' }).click();
  // A user counts as offline after 10 seconds.
  await expect(learner.getByRole('region', { name: `Conversation with ${NAME}` })).not.toContainText(
    /Online/,
    { timeout: 20_000 },
  );
  await send(learner, NAME, 'The second mail');
  await expect(async () => {
    await mailPage.goto(`${server.url}/dev/mail`);
    await expect(mails).toHaveCount(2, { timeout: 500 });
  }).toPass();
  await mails.first().getByRole('link').click();
  await expect(mailPage.getByLabel('Plain text version')).toContainText('The second mail');
  await expect(mailPage.getByLabel('Plain text version')).toContainText('(1 message)');
});
