import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { LEARNER, MANAGER } from './support/logins.ts';
import { type RunningMessaging, startMessaging } from './support/messaging.ts';
import { chat, nameOf, send, signIn, startConversation } from './support/people.ts';
import { type RunningServer, startServer } from './support/startServer.ts';

/** Pages of the story before this one still listen. */
let leftOver = 0;
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

async function openTabs(context: BrowserContext, first: Page, count: number) {
  const open = async () => {
    const tab = await context.newPage();
    await tab.goto(`${server.url}/home`);
    await expect(chat(tab)).toBeVisible();
    return tab;
  };
  return [first, ...(await Promise.all(Array.from({ length: count - 1 }, open)))];
}

test('ten tabs of a browser share one open request, and closing the leading one loses nothing', async ({
  browser,
}) => {
  test.slow();
  const learners = await browser.newContext();
  const manager = await signIn(await browser.newContext(), server.url, MANAGER);
  await expect.poll(polls).toBe(1);
  const learner = await signIn(learners, server.url, LEARNER);
  const learnerName = await nameOf(learner);
  const tabs = await openTabs(learners, learner, 10);
  await startConversation(manager, learnerName.slice(0, 2), learnerName);
  await send(manager, learnerName, 'one');
  for (const tab of tabs) await expect(unread(tab)).toContainText('1');
  expect(await polls()).toBe(2);

  const [leading, ...left] = tabs;
  await send(manager, learnerName, 'two');
  await Promise.all([leading?.close(), send(manager, learnerName, 'three')]);
  for (const tab of left) await expect(unread(tab)).toContainText('3');
  await expect.poll(polls).toBe(2);
  await send(manager, learnerName, 'four');
  for (const tab of left) await expect(unread(tab)).toContainText('4');

  leftOver = 2;

  // A tab that only listened writes, too, and all others see it.
  const writer = left[4]!;
  await unread(writer).click();
  await chat(writer).getByText('four').first().click();
  const managerName = await nameOf(manager);
  await send(writer, managerName, 'five');
  for (const tab of left.filter((one) => one !== writer)) {
    await unread(tab).click();
    await expect(chat(tab).getByText('five').first()).toBeVisible();
  }
});

test('a leading tab that the browser freezes is robbed of the lead, and has everything when it wakes', async ({
  browser,
}) => {
  const learners = await browser.newContext();
  const manager = await signIn(await browser.newContext(), server.url, MANAGER);
  const leading = await signIn(learners, server.url, LEARNER);
  const learnerName = await nameOf(leading);
  const [, other] = await openTabs(learners, leading, 2);
  await startConversation(manager, learnerName.slice(0, 2), learnerName);
  await send(manager, learnerName, 'before the frost');
  await unread(leading).click();
  await expect(chat(leading).getByText('before the frost').first()).toBeVisible();
  const browserOf = await learners.newCDPSession(leading);
  await browserOf.send('Page.setWebLifecycleState', { state: 'frozen' });
  await send(manager, learnerName, 'in the frost');
  await unread(other!).click();
  await expect(chat(other!).getByText('in the frost').first()).toBeVisible({ timeout: 20_000 });
  await browserOf.send('Page.setWebLifecycleState', { state: 'active' });
  await expect(chat(leading).getByText('in the frost').first()).toBeVisible({ timeout: 20_000 });
  await send(manager, learnerName, 'after the frost');
  for (const tab of [leading, other!])
    await expect(chat(tab).getByText('after the frost').first()).toBeVisible();
  await expect.poll(polls).toBe(2 + leftOver);
});
