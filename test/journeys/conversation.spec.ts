/**
 * What two people can do in a conversation, in two and three browsers against the real service. UNREAD=5000 makes the
 * last story as long as it can get; without it the story takes 620 messages, which is more than a page.
 */
import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { READ_AFTER_MS, SESSION_FEEDBACK_PREFIX } from '#contract/limits.ts';
import { speakAs } from './support/asPerson.ts';
import { sessionOf } from './support/asServer.ts';
import { LEARNER, MANAGER } from './support/logins.ts';
import { chat, conversationWith, messagesWith, send, signIn, startConversation } from './support/people.ts';
import { type RunningServer, startServer } from './support/startServer.ts';

const UNREAD = Number(process.env.UNREAD ?? 620);

let server: RunningServer;
let learnerName = '';
let managerName = '';
test.beforeAll(async () => {
  server = await startServer({ MESSAGING_RATE_LIMIT: 'off' });
  const nameOf = async (email: string) => {
    const { firstName, lastName } = await sessionOf(server.url, email);
    return `${firstName} ${lastName}`;
  };
  [learnerName, managerName] = [await nameOf(LEARNER), await nameOf(MANAGER)];
});
test.afterAll(() => server.dispose());

const person = async (browser: Browser, email: string) =>
  signIn(await browser.newContext(), server.url, email);
const openList = async (page: Page) => {
  const title = chat(page).getByRole('button', { name: /^Chat/ }).first();
  if ((await title.getAttribute('aria-expanded')) === 'false') await title.click();
};
const openFromList = async (page: Page, name: string) => {
  await openList(page);
  await chat(page)
    .getByRole('list', { name: 'Conversations' })
    .getByRole('button', { name: new RegExp(name) })
    .click();
  await expect(conversationWith(page, name)).toBeVisible();
};
const row = (page: Page, name: string, text: string): Locator =>
  messagesWith(page, name).getByRole('listitem').filter({ hasText: text });
const openMenu = async (message: Locator) => {
  await message.hover();
  await message.getByRole('button', { name: 'Message actions' }).click();
};
/** Nothing that axe finds, with whatever is open. */
async function expectSound(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual(
    [],
  );
}

test('two people write, react, correct and withdraw; both see it at once and after a reload', async ({
  browser,
}) => {
  const [learner, manager] = [await person(browser, LEARNER), await person(browser, MANAGER)];
  await startConversation(learner, managerName.slice(0, 3), managerName);
  await send(learner, managerName, 'Shall we meet on Tusday?');
  await send(learner, managerName, 'Never mind this one');
  await openFromList(manager, learnerName);

  // The typing is seen by the other, with the name, and ends with the message.
  await conversationWith(learner, managerName)
    .getByRole('textbox', { name: 'Message' })
    .pressSequentially('Yes');
  const typing = conversationWith(manager, learnerName).getByText(`${learnerName.split(' ')[0]} is typing`);
  await expect(typing).toBeVisible();
  await learner.keyboard.press('Enter');
  await expect(row(manager, learnerName, 'Yes')).toBeVisible();
  await expect(typing).toBeHidden();

  // A reaction, taken back and given again.
  await openMenu(row(manager, learnerName, 'Tusday'));
  await manager.getByRole('menuitemcheckbox', { name: 'Thumbs up' }).click();
  const thumb = row(learner, managerName, 'Tusday').getByRole('button', { name: 'Thumbs up, 1' });
  await expect(thumb).toHaveAttribute('aria-pressed', 'false');
  await row(manager, learnerName, 'Tusday').getByRole('button', { name: 'Thumbs up, 1' }).click();
  await expect(thumb).toBeHidden();
  await openMenu(row(manager, learnerName, 'Tusday'));
  await manager.getByRole('menuitemcheckbox', { name: 'Thumbs up' }).click();
  await expect(thumb).toBeVisible();

  // One corrects one's own message and nobody else's, and withdraws one.
  await openMenu(row(manager, learnerName, 'Tusday'));
  await expect(manager.getByRole('menuitem', { name: 'Copy text' })).toBeVisible();
  await expect(manager.getByRole('menuitem', { name: 'Edit' })).toBeHidden();
  await expectSound(manager);
  await manager.keyboard.press('Escape');
  await openMenu(row(learner, managerName, 'Tusday'));
  await learner.getByRole('menuitem', { name: 'Edit' }).click();
  const field = conversationWith(learner, managerName).getByRole('textbox', { name: 'Message' });
  await expect(field).toHaveValue('Shall we meet on Tusday?');
  await field.fill('Shall we meet on Tuesday?');
  await learner.getByRole('button', { name: 'Save' }).click();
  await expect(row(manager, learnerName, 'Tuesday')).toContainText('edited');
  await openMenu(row(learner, managerName, 'Never mind'));
  await learner.getByRole('menuitem', { name: 'Delete' }).click();
  await learner.getByRole('dialog').getByRole('button', { name: 'Delete message' }).click();
  for (const [page, name] of [
    [learner, managerName],
    [manager, learnerName],
  ] as const) {
    await expect(row(page, name, 'Message deleted')).toHaveCount(1);
    await expect(row(page, name, 'Never mind')).toHaveCount(0);
    await page.reload();
    await openFromList(page, name);
    await expect(row(page, name, 'Tuesday')).toContainText('edited');
    await expect(row(page, name, 'Message deleted')).toHaveCount(1);
    await expect(row(page, name, 'Never mind')).toHaveCount(0);
    await expect(row(page, name, 'Tuesday').getByRole('button', { name: 'Thumbs up, 1' })).toBeVisible();
  }
  await Promise.all([learner.context().close(), manager.context().close()]);
});

test('what is read on one device is read on the other within two seconds, and nothing is read unseen', async ({
  browser,
}) => {
  const [manager, elsewhere] = [await person(browser, MANAGER), await person(browser, MANAGER)];
  const learner = await speakAs(server.url, LEARNER, await sessionOf(server.url, MANAGER));
  for (const page of [manager, elsewhere]) await openList(page);
  const badge = (page: Page) =>
    chat(page)
      .getByRole('list', { name: 'Conversations' })
      .getByRole('button', { name: /unread/ });
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

test('what is half written survives a reload, and leaves with the person', async ({ browser }) => {
  const learner = await person(browser, LEARNER);
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

test('feedback after a session goes as a marked message', async ({ browser }) => {
  const [learner, manager] = [await person(browser, LEARNER), await person(browser, MANAGER)];
  await startConversation(learner, managerName.slice(0, 3), managerName);
  await chat(learner).getByRole('button', { name: 'Confidential session feedback' }).click();
  await send(learner, managerName, 'You listened well.');
  await openList(manager);
  await expect(chat(manager).getByText(SESSION_FEEDBACK_PREFIX)).toBeVisible();
  await expect(chat(manager).getByText('You listened well.')).toBeHidden();
  await openFromList(manager, learnerName);
  await expect(row(manager, learnerName, SESSION_FEEDBACK_PREFIX)).toContainText('You listened well.');
  await Promise.all([learner.context().close(), manager.context().close()]);
});

test('whatever comes is shown as what it is, or not at all', async ({ browser }) => {
  const manager = await person(browser, MANAGER);
  const problems: string[] = [];
  manager.on('pageerror', (error) => problems.push(error.message));
  const learner = await speakAs(server.url, LEARNER, await sessionOf(server.url, MANAGER));
  await openList(manager);
  await learner.say('شكرا لك على الجلسة');
  await openFromList(manager, learnerName);
  await learner.say('👩‍👩‍👧‍👦🏳️‍🌈');
  await learner.say('x'.repeat(32_000));
  await learner.say('I am your manager', { user: { id: 1, firstName: 'The', lastName: 'Boss' } });
  await learner.realtime.publish(learner.channel, { details: { nested: true } }, 'story-broken-1');
  await learner.realtime.publish(learner.channel, ['<img src=x>'], 'story-broken-2');
  await learner.realtime.publish(
    learner.channel,
    {
      user: { id: learner.me.userId, firstName: 'A', lastName: 'B' },
      details: 'with a strange id',
      timestamp: 1,
    },
    '__proto__',
  );
  await learner.say('and on it goes');
  await expect(row(manager, learnerName, 'and on it goes')).toBeVisible();
  await expect(row(manager, learnerName, 'with a strange id')).toHaveCount(1);
  await expect(row(manager, learnerName, 'nested')).toHaveCount(0);
  await expect(row(manager, learnerName, 'I am your manager')).toContainText(
    `${learnerName.split(' ')[0]}: `,
  );
  const styleOf = (text: string, property: string) =>
    row(manager, learnerName, text)
      .locator('.bubble')
      .evaluate((bubble, name) => getComputedStyle(bubble).getPropertyValue(name), property);
  expect(await styleOf('شكرا', 'direction')).toBe('rtl');
  expect(parseFloat(await styleOf('👩‍👩‍👧‍👦', 'font-size'))).toBeGreaterThan(30);
  const panel = await chat(manager).evaluate((dock) => dock.scrollWidth <= dock.clientWidth);
  expect(panel).toBe(true);
  expect(problems.filter((text) => !/^(message on|notification on)/.test(text))).toEqual([]);
  learner.stop();
  await manager.context().close();
});

test('more news than fit on the screen: one begins at the first of them, and reads what one sees', async ({
  browser,
}) => {
  const manager = await person(browser, MANAGER);
  /** How far somebody has read, as the service has taken it. */
  const kept: string[] = [];
  manager.on('response', (response) => {
    if (response.request().method() === 'PATCH') kept.push(response.request().postData() ?? '');
  });
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
  await expect.poll(() => kept.some((words) => words.includes(timetoken))).toBe(true);
  const entry = chat(manager).getByRole('list', { name: 'Conversations' }).getByRole('button').first();
  const close = () =>
    conversationWith(manager, learnerName).getByRole('button', { name: 'Close conversation' }).click();
  await expect(chat(manager).getByText(/unread/)).toHaveCount(0);
  await close();
  await learner.sayMany(90, (n) => `news ${n} of 90`);
  await expect(entry).toContainText('90 unread');
  await openFromList(manager, learnerName);
  const list = messagesWith(manager, learnerName);
  const divider = list.getByText('New', { exact: true });
  await expect(divider).toBeInViewport();
  await expect(list.locator('.divider-new + li')).toBeInViewport();
  await expect(row(manager, learnerName, 'news 90 of 90')).not.toBeInViewport();
  await manager.waitForTimeout(READ_AFTER_MS + 300);
  await close();
  await expect(entry).toContainText(/[78]\d unread/); // a screenful was read, and no more
  await openFromList(manager, learnerName);
  await newest.click();
  await expect(row(manager, learnerName, 'news 90 of 90')).toBeInViewport();
  await expect(divider).not.toBeInViewport();
  learner.stop();
  await manager.context().close();
});

test('thousands of unread messages: the newest are there, older ones are found, and one comes back', async ({
  browser,
}) => {
  test.setTimeout(60_000 + UNREAD * 20);
  const manager = await person(browser, MANAGER);
  const learner = await speakAs(server.url, LEARNER, await sessionOf(server.url, MANAGER));
  await learner.sayMany(UNREAD, (n) => (n === 40 ? 'the needle in the hay' : `straw ${n}`));
  await manager.reload();
  await openList(manager);
  const entry = chat(manager).getByRole('list', { name: 'Conversations' }).getByRole('button').first();
  await expect(entry).toContainText('99+');
  await openFromList(manager, learnerName);
  await expect(row(manager, learnerName, `straw ${UNREAD}`)).toBeInViewport();
  expect(await messagesWith(manager, learnerName).getByRole('listitem').count()).toBeLessThanOrEqual(300);

  // Search: first in what is loaded, then further back.
  await conversationWith(manager, learnerName).getByRole('button', { name: 'Search messages' }).click();
  const search = conversationWith(manager, learnerName).getByRole('searchbox', { name: 'Search messages' });
  await search.fill('NEEDLE');
  const older = manager.getByRole('button', { name: 'Load older messages' });
  const bar = conversationWith(manager, learnerName).getByRole('search');
  await expect(bar).toContainText('Nothing found in what is loaded');
  while ((await bar.textContent())?.includes('Nothing found')) {
    await older.click({ timeout: 2_000 }).catch(() => {}); // it goes when the beginning is there
    await expect(older.and(manager.locator('[aria-busy=true]'))).toHaveCount(0);
  }
  await search.press('Enter');
  await expectSound(manager);
  await expect(row(manager, learnerName, 'the needle in the hay')).toBeInViewport();
  await expect(row(manager, learnerName, 'the needle').locator('mark')).toHaveText('needle');

  // What comes meanwhile is counted at the way back.
  await learner.say('one came meanwhile');
  await learner.say('and another');
  const jump = manager.getByRole('button', { name: 'Newest, 2 new' });
  await expect(row(manager, learnerName, 'the needle in the hay')).toBeInViewport();
  await jump.click();
  await expect(row(manager, learnerName, 'and another')).toBeInViewport();
  learner.stop();
  await manager.context().close();
});
