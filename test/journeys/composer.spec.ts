/** The message field: its height and its drafts. */
import { expect } from '@playwright/test';
import {
  namesOf,
  openFromList,
  openList,
  openMenu,
  person,
  row,
} from '#test/journeys/support/conversation.ts';
import { LEARNER } from '#test/journeys/support/logins.ts';
import {
  chat,
  conversationWith,
  messagesWith,
  send,
  startConversation,
} from '#test/journeys/support/people.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';

let server: RunningServer;
let learnerName = '';
let managerName = '';
test.beforeAll(async () => {
  server = await startServer({ MESSAGING_RATE_LIMIT: 'off' });
  ({ learnerName, managerName } = await namesOf(server.url));
});
test.afterAll(() => server.dispose());

test('the message field grows to about 160 px, and line breaks are kept', async ({ browser }) => {
  const page = await person(browser, server.url, LEARNER);
  await startConversation(page, 'mar', 'Marisol Quintero');
  const field = page.getByRole('textbox', { name: 'Message' });
  const height = async () => (await field.boundingBox())?.height ?? 0;

  const oneLine = await height();
  await field.fill('one\ntwo\nthree');
  expect(await height()).toBeGreaterThan(oneLine + 20);
  await field.fill('line\n'.repeat(40));
  expect(await height()).toBeGreaterThan(140);
  expect(await height()).toBeLessThanOrEqual(165);

  await field.fill('one\n  two\nthree');
  await field.press('Enter');
  const bubble = messagesWith(page, 'Marisol Quintero').getByRole('listitem').last().locator('.bubble');
  await expect.poll(() => bubble.innerText()).toBe('one\n  two\nthree');
});

test('a draft survives a reload and is deleted on sign-out', async ({ browser }) => {
  const learner = await person(browser, server.url, LEARNER);
  await startConversation(learner, managerName.slice(0, 3), managerName);
  const field = conversationWith(learner, managerName).getByRole('textbox', { name: 'Message' });
  await field.fill('Half a thou');
  await learner.reload();
  await openList(learner);
  await expect(chat(learner).getByText('Draft:')).toBeVisible();
  await openFromList(learner, managerName);
  await expect(field).toHaveValue('Half a thou');
  await learner.getByRole('button', { name: learnerName }).click();
  await learner.getByRole('menuitem', { name: '(Logout)' }).click();
  await expect(learner).toHaveURL(/\/login/);
  expect(await learner.evaluate(() => JSON.stringify(localStorage))).not.toContain('Half a thou');
  await learner.context().close();
});

test('an edit survives a reload, and can be sent as a new message if its message was deleted', async ({
  browser,
}) => {
  const [learner, elsewhere] = [
    await person(browser, server.url, LEARNER),
    await person(browser, server.url, LEARNER),
  ];
  await startConversation(learner, managerName.slice(0, 3), managerName);
  await send(learner, managerName, 'Shall we meet on Tusday?');
  const field = conversationWith(learner, managerName).getByRole('textbox', { name: 'Message' });
  await openMenu(row(learner, managerName, 'Tusday'));
  await learner.getByRole('menuitem', { name: 'Edit' }).click();
  await field.fill('Shall we meet on Tues');
  await learner.reload();
  await openFromList(learner, managerName);
  await expect(field).toHaveValue('Shall we meet on Tues');
  await expect(learner.getByText('Editing your message')).toBeVisible();

  await openFromList(elsewhere, managerName);
  await openMenu(row(elsewhere, managerName, 'Tusday'));
  await elsewhere.getByRole('menuitem', { name: 'Delete' }).click();
  await elsewhere.getByRole('dialog').getByRole('button', { name: 'Delete message' }).click();
  await expect(learner.getByText(/This message has been deleted/)).toBeVisible();
  await expect(field).toHaveValue('Shall we meet on Tues');
  await field.fill('Shall we meet on Tuesday?');
  await learner.getByRole('button', { name: 'Send as new' }).click();
  await expect(row(elsewhere, managerName, 'Shall we meet on Tuesday?')).toHaveCount(1);
  await expect(field).toHaveValue('');
  await Promise.all([learner.context().close(), elsewhere.context().close()]);
});
