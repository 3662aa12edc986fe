/** Read positions on 2 devices of one person, with the real messaging service. */
import { expect, type Page } from '@playwright/test';
import {
  closeConversation,
  conversations,
  namesOf,
  newestEntry,
  openFromList,
  openList,
  person,
  row,
  watchPositions,
} from '#test/journeys/support/conversation.ts';
import { LEARNER, MANAGER } from '#test/journeys/support/logins.ts';
import { connectAs } from '#test/journeys/support/messagingClient.ts';
import { chat, messagesWith } from '#test/journeys/support/people.ts';
import { sessionOf } from '#test/journeys/support/publishAsServer.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';

let server: RunningServer;
let learnerName = '';
test.beforeAll(async () => {
  server = await startServer({ MESSAGING_RATE_LIMIT: 'off' });
  ({ learnerName } = await namesOf(server.url));
});
test.afterAll(() => server.dispose());

test('a message read on one device is soon marked as read on the other, and messages out of view stay unread', async ({
  browser,
}) => {
  const [manager, elsewhere] = [
    await person(browser, server.url, MANAGER),
    await person(browser, server.url, MANAGER),
  ];
  const learner = await connectAs(server.url, LEARNER, await sessionOf(server.url, MANAGER));
  for (const page of [manager, elsewhere]) await openList(page);
  const badge = (page: Page) => conversations(page).getByRole('button', { name: /unread/ });
  await learner.send('First of two');
  await learner.send('Second of two');
  for (const page of [manager, elsewhere]) await expect(badge(page)).toContainText('2 unread');
  const openedAt = Date.now();
  await openFromList(manager, learnerName);
  await expect(badge(elsewhere)).toBeHidden();
  // A message counts as read after 1 second. test/sagas/chat/reading.test.ts checks the limits of the delay.
  expect(Date.now() - openedAt).toBeGreaterThan(1_000);

  // A message that arrives while the chat is collapsed stays unread, and is below the 'New' line afterwards.
  await chat(manager).getByRole('button', { name: 'Collapse' }).click();
  await learner.send('While the chat was collapsed');
  await expect(badge(elsewhere)).toContainText('1 unread');
  await expect(chat(manager).getByRole('button', { name: /^Chat/ }).first()).toContainText('1');
  await chat(manager).getByRole('button', { name: 'Expand' }).click();
  await expect(messagesWith(manager, learnerName).getByText('New', { exact: true })).toBeVisible();
  await expect(badge(elsewhere)).toBeHidden();
  learner.stop();
  await Promise.all([manager.context().close(), elsewhere.context().close()]);
});

test('a conversation opens at its first unread message, and only visible messages count as read', async ({
  browser,
}) => {
  const manager = await person(browser, server.url, MANAGER);
  const savedPositions = watchPositions(manager);
  const learner = await connectAs(server.url, LEARNER, await sessionOf(server.url, MANAGER));
  await learner.send('The last one that was read');
  await openFromList(manager, learnerName);
  const last = row(manager, learnerName, 'The last one that was read');
  // The conversation may open at a message that an earlier story left unread.
  const newest = manager.getByRole('button', { name: /^Jump to newest/ });
  await expect(async () => {
    if (await newest.isVisible()) await newest.click();
    await expect(last).toBeInViewport({ timeout: 500 });
  }).toPass({ timeout: 10_000 });
  const timetoken = (await last.getAttribute('data-timetoken')) ?? 'none';
  await expect.poll(() => savedPositions).toContain(timetoken);
  const entry = newestEntry(manager);
  await expect(chat(manager).getByText(/unread/)).toHaveCount(0);
  await closeConversation(manager, learnerName);
  await learner.sendMany(90, (n) => `unread ${n} of 90`);
  await expect(entry).toContainText('90 unread');
  const countBefore = savedPositions.length;
  await openFromList(manager, learnerName);
  const list = messagesWith(manager, learnerName);
  const divider = list.getByText('New', { exact: true });
  await expect(divider).toBeInViewport();
  await expect(list.locator('.divider-new + li')).toBeInViewport();
  await expect(row(manager, learnerName, 'unread 90 of 90')).not.toBeInViewport();
  await expect.poll(() => savedPositions.length).toBeGreaterThan(countBefore);
  await closeConversation(manager, learnerName);
  await expect(entry).toContainText(/[78]\d unread/); // Only the visible messages were read.
  await openFromList(manager, learnerName);
  await newest.click();
  await expect(row(manager, learnerName, 'unread 90 of 90')).toBeInViewport();
  await expect(divider).not.toBeInViewport();
  learner.stop();
  await manager.context().close();
});
