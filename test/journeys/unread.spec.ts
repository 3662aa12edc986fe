/**
 * A conversation with more unread messages than one page, on 2 devices of one person. It has 620 messages at 390 px;
 * UNREAD=5000 runs it with 5,000 messages at 390 and 1280 px.
 */
import { expect, type Page } from '@playwright/test';
import { isLater } from '#store/messaging/timetoken.ts';
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
import { accessibilityViolations } from '#test/journeys/support/pageChecks.ts';
import { chat, conversationWith, messagesWith } from '#test/journeys/support/people.ts';
import { sessionOf } from '#test/journeys/support/publishAsServer.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';

const UNREAD = Number(process.env.UNREAD ?? 620);
const IN_ORDER = 60;
/** Time limit for another device to update. */
const ELSEWHERE_MS = 2_000;

let server: RunningServer;
let learnerName = '';
test.beforeAll(async () => {
  server = await startServer({ MESSAGING_RATE_LIMIT: 'off' });
  ({ learnerName } = await namesOf(server.url));
});
test.afterAll(() => server.dispose());

/** The timetokens of the messages whose end is visible, oldest first. */
const visible = (page: Page) =>
  messagesWith(page, learnerName).evaluate((list) => {
    const { top, bottom } = list.parentElement!.getBoundingClientRect();
    return Array.from(list.querySelectorAll<HTMLElement>('[data-timetoken]'))
      .filter((one) => {
        const end = one.getBoundingClientRect().bottom;
        return end > top && end <= bottom + 0.5;
      })
      .map(({ dataset }) => dataset.timetoken ?? '');
  });
const jumpToUnread = (page: Page) => page.getByRole('button', { name: /^Jump to first of/ });
/** The number of unread messages in the text of the button. */
const unreadCountIn = async (page: Page) =>
  Number((await jumpToUnread(page).innerText()).replace(/[^0-9]/g, ''));

const WIDTHS = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];
for (const viewport of WIDTHS.slice(0, process.env.UNREAD ? 2 : 1))
  test(`${UNREAD} unread messages at ${viewport.width} px: the user can jump to the first or stay at the end, and messages out of view stay unread`, async ({
    browser,
  }) => {
    test.setTimeout(test.info().timeout + UNREAD * 40);
    const manager = await person(browser, server.url, MANAGER, { viewport });
    const elsewhere = await person(browser, server.url, MANAGER);
    const savedPositions = watchPositions(manager);
    const learner = await connectAs(server.url, LEARNER, await sessionOf(server.url, MANAGER));
    const mark = `w${viewport.width}`;
    await learner.send(`${mark} was read before`);
    await openFromList(manager, learnerName);
    const last = await row(manager, learnerName, `${mark} was read before`).getAttribute('data-timetoken');
    await expect.poll(() => savedPositions).toContain(last);
    await closeConversation(manager, learnerName);

    const textOf = (n: number) => (n === 40 ? `${mark} the searched text` : `${mark} number ${n}.`);
    // These messages are sent one after another. Their numbers say how many messages follow.
    for (let n = 1; n <= IN_ORDER; n++) await learner.send(textOf(n));
    await learner.sendMany(UNREAD, textOf, IN_ORDER + 1);
    await manager.reload();
    for (const page of [manager, elsewhere]) {
      await openList(page);
      await expect(newestEntry(page)).toContainText('99+ unread');
      await expect(chat(page).getByRole('button', { name: /^Chat/ }).first()).toContainText('99+');
    }

    // The conversation opens at its end with a jump to the first unread message, and nothing counts as read.
    await openFromList(manager, learnerName);
    await expect(row(manager, learnerName, `${mark} number ${UNREAD}.`)).toBeInViewport();
    const newest =
      (await row(manager, learnerName, `${mark} number ${UNREAD}.`).getAttribute('data-timetoken')) ?? '';
    await expect(jumpToUnread(manager)).toContainText(`${UNREAD.toLocaleString('en-US')} new`);
    expect(await messagesWith(manager, learnerName).getByRole('listitem').count()).toBeLessThanOrEqual(300);
    expect(await accessibilityViolations(manager)).toEqual([]);

    // The first unread message is below the 'New' line, and the read position follows the visible messages.
    await jumpToUnread(manager).click();
    const list = messagesWith(manager, learnerName);
    const divider = list.getByText('New', { exact: true });
    await expect(divider).toBeInViewport({ timeout: 20_000 + UNREAD * 10 });
    await expect(list.locator('.divider-new + li')).toContainText(`${mark} number 1.`);
    await expect(jumpToUnread(manager)).toBeHidden();
    const seenFirst = (await visible(manager)).at(-1) ?? '';
    await expect.poll(() => savedPositions.at(-1)).toBe(seenFirst);
    await list.locator('..').focus();
    await manager.keyboard.press('PageDown');
    await expect.poll(async () => isLater((await visible(manager)).at(-1) ?? '0', seenFirst)).toBe(true);
    let seen = '';
    await expect
      .poll(async () => {
        const before = seen;
        seen = (await visible(manager)).at(-1) ?? '';
        return seen === before && savedPositions.at(-1) === seen; // Scrolling has ended, and the read position is saved.
      })
      .toBe(true);
    const seenText = await list.locator(`[data-timetoken="${seen}"] .bubble`).innerText();
    const left = UNREAD - Number(/number ([0-9]+)/.exec(seenText)?.[1]);
    expect(savedPositions.some((timetoken) => isLater(timetoken, seen))).toBe(false);

    // Both devices show how many messages are left, and open at the first of them.
    await closeConversation(manager, learnerName);
    await manager.reload();
    await openFromList(manager, learnerName);
    await expect.poll(() => unreadCountIn(manager)).toBe(left);
    await openFromList(elsewhere, learnerName);
    await expect(messagesWith(elsewhere, learnerName).locator('.divider-new + li')).toContainText(
      `${mark} number ${UNREAD - left + 1}.`,
      { timeout: ELSEWHERE_MS },
    );
    await closeConversation(elsewhere, learnerName);

    // Search in the loaded messages, then in older ones.
    await conversationWith(manager, learnerName).getByRole('button', { name: 'Search messages' }).click();
    const search = conversationWith(manager, learnerName).getByRole('searchbox', { name: 'Search messages' });
    await search.fill(`${mark} the SEARCHED`);
    await expect(conversationWith(manager, learnerName).getByRole('search')).toContainText(
      /1 match|No matches/,
    );
    const older = manager.getByRole('button', { name: 'Load older messages' });
    while (
      await conversationWith(manager, learnerName)
        .getByText(/^No matches/)
        .isVisible()
    ) {
      await older.click({ timeout: 2_000 }).catch(() => {}); // The button disappears when the start is loaded.
      await expect(older.and(manager.locator('[aria-busy=true]'))).toHaveCount(0);
    }
    await search.press('Enter');
    await expect(row(manager, learnerName, `${mark} the searched`)).toBeInViewport();
    await expect(row(manager, learnerName, `${mark} the searched`).locator('mark')).toHaveText(
      `${mark} the searched`,
    );

    // The button counts the messages received in the meantime. At the end, everything is read on both devices.
    await learner.send(`${mark} received meanwhile`);
    await learner.send(`${mark} received last`);
    await expect(row(manager, learnerName, `${mark} the searched`)).toBeInViewport();
    await manager.getByRole('button', { name: 'Jump to newest (2 new)' }).click();
    await expect(row(manager, learnerName, `${mark} received last`)).toBeInViewport();
    await expect.poll(() => isLater(savedPositions.at(-1) ?? '0', newest)).toBe(true);
    await expect(conversations(elsewhere).getByText('unread')).toHaveCount(0, { timeout: ELSEWHERE_MS });
    await expect(chat(elsewhere).getByRole('button', { name: /^Chat/ }).first()).toHaveText('Chat');
    learner.stop();
    await Promise.all([manager.context().close(), elsewhere.context().close()]);
  });
