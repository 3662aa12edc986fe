/**
 * A conversation with more news than a page, and the person's other device beside it. UNREAD=5000 makes it as long as it
 * can get, narrow and wide; without it there are 620 messages, narrow.
 */
import { expect, type Page, test } from '@playwright/test';
import { isLater } from '#store/messaging/timetoken.ts';
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
import { chat, conversationWith, messagesWith } from './support/people.ts';
import { violationsIn } from './support/sound.ts';
import { type RunningServer, startServer } from './support/startServer.ts';

const UNREAD = Number(process.env.UNREAD ?? 620);
const IN_ORDER = 60;
/** The word for how soon another device knows. */
const ELSEWHERE_MS = 2_000;

let server: RunningServer;
let learnerName = '';
test.beforeAll(async () => {
  server = await startServer({ MESSAGING_RATE_LIMIT: 'off' });
  ({ learnerName } = await namesOf(server.url));
});
test.afterAll(() => server.dispose());

/** The timetokens of the messages whose end is on the screen, oldest first. */
const onScreen = (page: Page) =>
  messagesWith(page, learnerName).evaluate((list) => {
    const { top, bottom } = list.parentElement!.getBoundingClientRect();
    return Array.from(list.querySelectorAll<HTMLElement>('[data-timetoken]'))
      .filter((one) => {
        const end = one.getBoundingClientRect().bottom;
        return end > top && end <= bottom + 0.5;
      })
      .map(({ dataset }) => dataset.timetoken ?? '');
  });
const wayToNew = (page: Page) => page.getByRole('button', { name: /^To the first of/ });
/** How many are new, as the way to the first of them says it. */
const newIn = async (page: Page) => Number((await wayToNew(page).innerText()).replace(/[^0-9]/g, ''));

const WIDTHS = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];
for (const viewport of WIDTHS.slice(0, process.env.UNREAD ? 2 : 1))
  test(`${UNREAD} unread at ${viewport.width} px: one goes to the first or stays at the end, and what was not seen stays unread`, async ({
    browser,
  }) => {
    test.setTimeout(90_000 + UNREAD * 40);
    const manager = await person(browser, server.url, MANAGER, { viewport });
    const elsewhere = await person(browser, server.url, MANAGER);
    const kept = watchPositions(manager);
    const learner = await speakAs(server.url, LEARNER, await sessionOf(server.url, MANAGER));
    const mark = `w${viewport.width}`;
    await learner.say(`${mark} was read before`);
    await openFromList(manager, learnerName);
    const last = await row(manager, learnerName, `${mark} was read before`).getAttribute('data-timetoken');
    await expect.poll(() => kept).toContain(last);
    await closeConversation(manager, learnerName);

    const textOf = (n: number) => (n === 40 ? `${mark} the needle in the hay` : `${mark} straw ${n}.`);
    // As many as will be looked at one after the other: their numbers say how many lie behind them.
    for (let n = 1; n <= IN_ORDER; n++) await learner.say(textOf(n));
    await learner.sayMany(UNREAD, textOf, IN_ORDER + 1);
    await manager.reload();
    for (const page of [manager, elsewhere]) {
      await openList(page);
      await expect(newestEntry(page)).toContainText('99+ unread');
      await expect(chat(page).getByRole('button', { name: /^Chat/ }).first()).toContainText('99+');
    }

    // At the end, with the way to the first of them; nothing counts as read by standing there.
    await openFromList(manager, learnerName);
    await expect(row(manager, learnerName, `${mark} straw ${UNREAD}.`)).toBeInViewport();
    const newest =
      (await row(manager, learnerName, `${mark} straw ${UNREAD}.`).getAttribute('data-timetoken')) ?? '';
    await expect(wayToNew(manager)).toContainText(`${UNREAD.toLocaleString('en-US')} new`);
    expect(await messagesWith(manager, learnerName).getByRole('listitem').count()).toBeLessThanOrEqual(300);
    expect(await violationsIn(manager)).toEqual([]);

    // The first of them below the line, and the position follows what is looked at.
    await wayToNew(manager).click();
    const list = messagesWith(manager, learnerName);
    const divider = list.getByText('New', { exact: true });
    await expect(divider).toBeInViewport({ timeout: 20_000 + UNREAD * 10 });
    await expect(list.locator('.divider-new + li')).toContainText(`${mark} straw 1.`);
    await expect(wayToNew(manager)).toBeHidden();
    const seenFirst = (await onScreen(manager)).at(-1) ?? '';
    await expect.poll(() => kept.at(-1)).toBe(seenFirst);
    await list.locator('..').focus();
    await manager.keyboard.press('PageDown');
    await expect.poll(async () => isLater((await onScreen(manager)).at(-1) ?? '0', seenFirst)).toBe(true);
    let seen = '';
    await expect
      .poll(async () => {
        const before = seen;
        seen = (await onScreen(manager)).at(-1) ?? '';
        return seen === before && kept.at(-1) === seen; // it has come to rest, and is known to be read
      })
      .toBe(true);
    const seenText = await list.locator(`[data-timetoken="${seen}"] .bubble`).innerText();
    const left = UNREAD - Number(/straw ([0-9]+)/.exec(seenText)?.[1]);
    expect(kept.some((timetoken) => isLater(timetoken, seen))).toBe(false);

    // Both devices know how many are left, and on either one goes on with the first of those.
    await closeConversation(manager, learnerName);
    await manager.reload();
    await openFromList(manager, learnerName);
    await expect.poll(() => newIn(manager)).toBe(left);
    await openFromList(elsewhere, learnerName);
    await expect(messagesWith(elsewhere, learnerName).locator('.divider-new + li')).toContainText(
      `${mark} straw ${UNREAD - left + 1}.`,
      { timeout: ELSEWHERE_MS },
    );
    await closeConversation(elsewhere, learnerName);

    // Search: first in what is loaded, then further back.
    await conversationWith(manager, learnerName).getByRole('button', { name: 'Search messages' }).click();
    const search = conversationWith(manager, learnerName).getByRole('searchbox', { name: 'Search messages' });
    await search.fill(`${mark} the NEEDLE`);
    await expect(conversationWith(manager, learnerName).getByRole('search')).toContainText(
      /One message|Nothing/,
    );
    const older = manager.getByRole('button', { name: 'Load older messages' });
    while (await conversationWith(manager, learnerName).getByText('Nothing found').isVisible()) {
      await older.click({ timeout: 2_000 }).catch(() => {}); // it goes when the beginning is there
      await expect(older.and(manager.locator('[aria-busy=true]'))).toHaveCount(0);
    }
    await search.press('Enter');
    await expect(row(manager, learnerName, `${mark} the needle`)).toBeInViewport();
    await expect(row(manager, learnerName, `${mark} the needle`).locator('mark')).toHaveText(
      `${mark} the needle`,
    );

    // What comes meanwhile is counted at the way back; at the end all is read, here and on the other device.
    await learner.say(`${mark} one came meanwhile`);
    await learner.say(`${mark} and another`);
    await expect(row(manager, learnerName, `${mark} the needle`)).toBeInViewport();
    await manager.getByRole('button', { name: 'Newest, 2 new' }).click();
    await expect(row(manager, learnerName, `${mark} and another`)).toBeInViewport();
    await expect.poll(() => isLater(kept.at(-1) ?? '0', newest)).toBe(true);
    await expect(conversations(elsewhere).getByText('unread')).toHaveCount(0, { timeout: ELSEWHERE_MS });
    await expect(chat(elsewhere).getByRole('button', { name: /^Chat/ }).first()).toHaveText('Chat');
    learner.stop();
    await Promise.all([manager.context().close(), elsewhere.context().close()]);
  });
