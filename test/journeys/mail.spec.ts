import { expect, test } from '@playwright/test';
import { LEARNER } from './support/logins.ts';
import {
  fillSignIn,
  messagesWith,
  send,
  signIn,
  startConversation,
  watchProblems,
} from './support/people.ts';
import { type RunningServer, startServer } from './support/startServer.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ UNREAD_MAIL_SECONDS: '2' });
});
test.afterAll(() => server.dispose());

const NAME = 'Marisol Quintero';
const SECRET = 'the missed deadline';

test('who is away gets a mail that leads to what is unread, and who has read it gets none', async ({
  browser,
}) => {
  const learner = await signIn(await browser.newContext(), server.url, LEARNER);
  await startConversation(learner, 'mar', NAME);
  await send(learner, NAME, 'Can we talk about Thursday?');
  await send(learner, NAME, `Confidential session feedback: ${SECRET}`);

  const desk = await (await browser.newContext()).newPage();
  const problems = watchProblems(desk);
  const mails = desk.getByRole('listitem').filter({ hasText: 'manager@demo.example' });
  await expect(async () => {
    await desk.goto(`${server.url}/dev/mail`);
    await expect(mails).toHaveCount(1, { timeout: 500 });
  }).toPass();
  await mails.getByRole('link').click();
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText(/ wrote to you$/);
  await expect(desk.getByLabel('The text part')).toContainText('Can we talk about Thursday?');
  await expect(desk.getByLabel('The text part')).toContainText('(2 messages)');
  await expect(desk.getByLabel('The text part')).not.toContainText(SECRET);
  const html = desk.frameLocator('iframe[title="The HTML part"]');
  await expect(html.getByText('Can we talk about Thursday?')).toBeVisible();

  const opening = desk.context().waitForEvent('page');
  await html.getByRole('link', { name: /^Read what / }).click();
  const manager = await opening;
  await fillSignIn(manager, 'manager@demo.example');
  const learnerName = (await desk.getByRole('heading', { level: 1 }).innerText()).replace(
    ' wrote to you',
    '',
  );
  await expect(messagesWith(manager, learnerName)).toContainText(SECRET);
  expect(new URL(manager.url()).search).toBe('');
  // The frame runs no script, not even the one by which the browser's driver looks into it.
  expect(problems.filter((problem) => !problem.includes("'allow-scripts' permission is not set"))).toEqual(
    [],
  );

  // Read and gone: what comes next is a mail of its own, unless it is read in time.
  await send(learner, NAME, 'This one is read at once');
  const last = messagesWith(manager, learnerName).locator('[data-timetoken]').last();
  await expect(last).toContainText('This one is read at once');
  // How far somebody has read is kept once it was in front of them for a moment.
  const timetoken = (await last.getAttribute('data-timetoken')) ?? 'none';
  await manager.waitForResponse(
    (response) =>
      response.request().method() === 'PATCH' && (response.request().postData() ?? '').includes(timetoken),
  );
  await manager.getByRole('button', { name: NAME }).click();
  await manager.getByRole('menuitem', { name: '(Logout)' }).click();
  // Ten seconds pass before somebody counts as gone.
  await expect(learner.getByRole('region', { name: `Conversation with ${NAME}` })).not.toContainText(
    /Online/,
    { timeout: 20_000 },
  );
  await send(learner, NAME, 'The second mail');
  await expect(async () => {
    await desk.goto(`${server.url}/dev/mail`);
    await expect(mails).toHaveCount(2, { timeout: 500 });
  }).toPass();
  await mails.first().getByRole('link').click();
  await expect(desk.getByLabel('The text part')).toContainText('The second mail');
  await expect(desk.getByLabel('The text part')).toContainText('(1 message)');
});
