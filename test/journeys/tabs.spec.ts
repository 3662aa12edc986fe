import { type BrowserContext, expect, type Page } from '@playwright/test';
import { LEARNER, MANAGER } from '#test/journeys/support/logins.ts';
import { type RunningMessaging, startMessaging } from '#test/journeys/support/messaging.ts';
import { chat, nameOf, send, signIn, startConversation } from '#test/journeys/support/people.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';

/** BROWSER_TABS=10 opens more tabs. */
const TABS = Number(process.env.BROWSER_TABS ?? 5);

let messaging: RunningMessaging;
let server: RunningServer;
test.beforeAll(async () => {
  messaging = await startMessaging();
  server = await startServer(messaging.productSettings());
});
test.afterAll(async () => {
  await server.dispose();
  await messaging.dispose();
});

const unread = (page: Page) => chat(page).getByRole('button', { name: /^Chat/ }).first();
const polls = () => messaging.metric('messaging_open_polls');

/** One after another, because pages that load at the same time exceed the time limits of a slow machine. */
async function openTabs(context: BrowserContext, first: Page, count: number) {
  const tabs = [first];
  while (tabs.length < count) {
    const tab = await context.newPage();
    await tab.goto(`${server.url}/home`);
    await expect(chat(tab)).toBeVisible();
    tabs.push(tab);
  }
  return tabs;
}

test(`${TABS} tabs of a browser share one poll, and closing the leader loses no message`, async ({
  browser,
}) => {
  test.slow();
  const learners = await browser.newContext();
  const manager = await signIn(await browser.newContext(), server.url, MANAGER);
  await expect.poll(polls).toBe(1);
  const learner = await signIn(learners, server.url, LEARNER);
  const learnerName = await nameOf(learner);
  const tabs = await openTabs(learners, learner, TABS);
  await startConversation(manager, learnerName.slice(0, 2), learnerName);
  await send(manager, learnerName, 'one');
  for (const tab of tabs) await expect(unread(tab)).toContainText('1');
  await expect.poll(polls).toBe(2);

  const [leader, ...followers] = tabs;
  await send(manager, learnerName, 'two');
  await Promise.all([leader?.close(), send(manager, learnerName, 'three')]);
  for (const tab of followers) await expect(unread(tab)).toContainText('3');
  await expect.poll(polls).toBe(2);
  await send(manager, learnerName, 'four');
  for (const tab of followers) await expect(unread(tab)).toContainText('4');

  // A message sent by a follower is shown in all tabs.
  const writer = followers.at(-1)!;
  await unread(writer).click();
  await chat(writer).getByText('four').first().click();
  const managerName = await nameOf(manager);
  await send(writer, managerName, 'five');
  for (const tab of followers.filter((tab) => tab !== writer)) {
    await unread(tab).click();
    await expect(chat(tab).getByText('five').first()).toBeVisible();
  }
});

test('a frozen leader is deposed, and receives all messages when it resumes', async ({ browser }) => {
  const learners = await browser.newContext();
  const manager = await signIn(await browser.newContext(), server.url, MANAGER);
  const leader = await signIn(learners, server.url, LEARNER);
  const learnerName = await nameOf(leader);
  const [, other] = await openTabs(learners, leader, 2);
  await startConversation(manager, learnerName.slice(0, 2), learnerName);
  await send(manager, learnerName, 'before freezing');
  await unread(leader).click();
  await expect(chat(leader).getByText('before freezing').first()).toBeVisible();
  const session = await learners.newCDPSession(leader);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  await send(manager, learnerName, 'while frozen');
  await unread(other!).click();
  await expect(chat(other!).getByText('while frozen').first()).toBeVisible({ timeout: 20_000 });
  await session.send('Page.setWebLifecycleState', { state: 'active' });
  await expect(chat(leader).getByText('while frozen').first()).toBeVisible({ timeout: 20_000 });
  await send(manager, learnerName, 'after resuming');
  for (const tab of [leader, other!])
    await expect(chat(tab).getByText('after resuming').first()).toBeVisible();
  await expect.poll(polls).toBe(2);
});
