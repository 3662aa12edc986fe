/** What counts as read, on two devices of one person against the real service. */
import { expect, type Page, test } from '@playwright/test';
import { speakAs } from './support/asPerson.ts';
import { sessionOf } from './support/asServer.ts';
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
} from './support/conversation.ts';
import { LEARNER, MANAGER } from './support/logins.ts';
import { chat, messagesWith } from './support/people.ts';
import { type RunningServer, startServer } from './support/startServer.ts';

let server: RunningServer;
let learnerName = '';
test.beforeAll(async () => {
  server = await startServer({ MESSAGING_RATE_LIMIT: 'off' });
  ({ learnerName } = await namesOf(server.url));
});
test.afterAll(() => server.dispose());

test('what is read on one device is read on the other within two seconds, and nothing is read unseen', async ({
  browser,
}) => {
  const [manager, elsewhere] = [
    await person(browser, server.url, MANAGER),
    await person(browser, server.url, MANAGER),
  ];
  const learner = await speakAs(server.url, LEARNER, await sessionOf(server.url, MANAGER));
  for (const page of [manager, elsewhere]) await openList(page);
  const badge = (page: Page) => conversations(page).getByRole('button', { name: /unread/ });
  await learner.say('First of two');
  await learner.say('Second of two');
  for (const page of [manager, elsewhere]) await expect(badge(page)).toContainText('2 unread');
  await openFromList(manager, learnerName);
  const openedAt = Date.now();
  await expect(badge(elsewhere)).toBeHidden({ timeout: 3_200 });
  // A second before it counts as read, and at most two until the other device knows.
  expect(Date.now() - openedAt).toBeGreaterThan(800);

  // What is written while the widget is collapsed is not read, and stands below the line 'New' afterwards.
  await chat(manager).getByRole('button', { name: 'Collapse' }).click();
  await learner.say('While you looked away');
  await expect(badge(elsewhere)).toContainText('1 unread');
  await expect(chat(manager).getByRole('button', { name: /^Chat/ }).first()).toContainText('1');
  await chat(manager).getByRole('button', { name: 'Expand' }).click();
  await expect(messagesWith(manager, learnerName).getByText('New', { exact: true })).toBeVisible();
  await expect(badge(elsewhere)).toBeHidden({ timeout: 3_200 });
  learner.stop();
  await Promise.all([manager.context().close(), elsewhere.context().close()]);
});

test('more news than fit on the screen: one begins at the first of them, and reads what one sees', async ({
  browser,
}) => {
  const manager = await person(browser, server.url, MANAGER);
  const kept = watchPositions(manager);
  const learner = await speakAs(server.url, LEARNER, await sessionOf(server.url, MANAGER));
  await learner.say('The last one that was read');
  await openFromList(manager, learnerName);
  const last = row(manager, learnerName, 'The last one that was read');
  // What the stories before have left unread may be where it opens.
  const newest = manager.getByRole('button', { name: /^Newest/ });
  await expect(async () => {
    if (await newest.isVisible()) await newest.click();
    await expect(last).toBeInViewport({ timeout: 500 });
  }).toPass({ timeout: 10_000 });
  const timetoken = (await last.getAttribute('data-timetoken')) ?? 'none';
  await expect.poll(() => kept).toContain(timetoken);
  const entry = newestEntry(manager);
  await expect(chat(manager).getByText(/unread/)).toHaveCount(0);
  await closeConversation(manager, learnerName);
  await learner.sayMany(90, (n) => `news ${n} of 90`);
  await expect(entry).toContainText('90 unread');
  const keptBefore = kept.length;
  await openFromList(manager, learnerName);
  const list = messagesWith(manager, learnerName);
  const divider = list.getByText('New', { exact: true });
  await expect(divider).toBeInViewport();
  await expect(list.locator('.divider-new + li')).toBeInViewport();
  await expect(row(manager, learnerName, 'news 90 of 90')).not.toBeInViewport();
  await expect.poll(() => kept.length).toBeGreaterThan(keptBefore);
  await closeConversation(manager, learnerName);
  await expect(entry).toContainText(/[78]\d unread/); // a screenful was read, and no more
  await openFromList(manager, learnerName);
  await newest.click();
  await expect(row(manager, learnerName, 'news 90 of 90')).toBeInViewport();
  await expect(divider).not.toBeInViewport();
  learner.stop();
  await manager.context().close();
});
