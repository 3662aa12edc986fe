/** Conversations of 2 people in 2 browsers, with the real messaging service. */
import { expect } from '@playwright/test';
import { SESSION_FEEDBACK_PREFIX } from '#contract/limits.ts';
import {
  namesOf,
  openFromList,
  openList,
  openMenu,
  person,
  row,
} from '#test/journeys/support/conversation.ts';
import { LEARNER, MANAGER } from '#test/journeys/support/logins.ts';
import { connectAs } from '#test/journeys/support/messagingClient.ts';
import { accessibilityViolations } from '#test/journeys/support/pageChecks.ts';
import { chat, conversationWith, send, startConversation } from '#test/journeys/support/people.ts';
import { sessionOf } from '#test/journeys/support/publishAsServer.ts';
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

test('messages, reactions, edits and deletions appear for both people immediately and after a reload', async ({
  browser,
}) => {
  const [learner, manager] = [
    await person(browser, server.url, LEARNER),
    await person(browser, server.url, MANAGER),
  ];
  await startConversation(learner, managerName.slice(0, 3), managerName);
  await send(learner, managerName, 'Shall we meet on Tusday?');
  await send(learner, managerName, 'Never mind this one');
  await openFromList(manager, learnerName);

  // The peer sees who is typing until the message arrives.
  await conversationWith(learner, managerName)
    .getByRole('textbox', { name: 'Message' })
    .pressSequentially('Yes');
  const typing = conversationWith(manager, learnerName).getByText(`${learnerName.split(' ')[0]} is typing`);
  await expect(typing).toBeVisible();
  await learner.keyboard.press('Enter');
  await expect(row(manager, learnerName, 'Yes')).toBeVisible();
  await expect(typing).toBeHidden();

  // A reaction is added, removed and added again.
  await openMenu(row(manager, learnerName, 'Tusday'));
  await manager.getByRole('menuitemcheckbox', { name: 'Thumbs up' }).click();
  const thumb = row(learner, managerName, 'Tusday').getByRole('button', { name: 'Thumbs up, 1' });
  await expect(thumb).toHaveAttribute('aria-pressed', 'false');
  await row(manager, learnerName, 'Tusday').getByRole('button', { name: 'Thumbs up, 1' }).click();
  await expect(thumb).toBeHidden();
  await openMenu(row(manager, learnerName, 'Tusday'));
  await manager.getByRole('menuitemcheckbox', { name: 'Thumbs up' }).click();
  await expect(thumb).toBeVisible();

  // A user can edit and delete their own messages only.
  await openMenu(row(manager, learnerName, 'Tusday'));
  await expect(manager.getByRole('menuitem', { name: 'Copy text' })).toBeVisible();
  await expect(manager.getByRole('menuitem', { name: 'Edit' })).toBeHidden();
  expect(await accessibilityViolations(manager)).toEqual([]);
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

test('session feedback is sent with its prefix', async ({ browser }) => {
  const [learner, manager] = [
    await person(browser, server.url, LEARNER),
    await person(browser, server.url, MANAGER),
  ];
  await startConversation(learner, managerName.slice(0, 3), managerName);
  await chat(learner).getByRole('button', { name: 'Send as confidential session feedback' }).click();
  await send(learner, managerName, 'You listened well.');
  await openList(manager);
  await expect(chat(manager).getByText(SESSION_FEEDBACK_PREFIX.slice(0, -1))).toBeVisible();
  await expect(chat(manager).getByText('You listened well.')).toBeHidden();
  await openFromList(manager, learnerName);
  await expect(row(manager, learnerName, SESSION_FEEDBACK_PREFIX)).toContainText('You listened well.');
  await Promise.all([learner.context().close(), manager.context().close()]);
});

test('a message of 32 KiB is collapsed, and the reader keeps their place when expanding and collapsing it', async ({
  browser,
}) => {
  const manager = await person(browser, server.url, MANAGER);
  const learner = await connectAs(server.url, LEARNER, await sessionOf(server.url, MANAGER));
  await learner.send(`A long message. ${'What I want to learn. '.repeat(1_400)}`);
  await openFromList(manager, learnerName);
  const message = row(manager, learnerName, 'A long message.');
  const list = conversationWith(manager, learnerName).getByRole('group', { name: 'Message history' });
  const positionOf = async (part: typeof message) => Math.round((await part.boundingBox())?.y ?? NaN);
  const all = message.getByRole('button', { name: 'Show all' });
  await all.scrollIntoViewIfNeeded();
  const height = async () => (await message.boundingBox())?.height ?? NaN;
  expect(await height()).toBeLessThan(320);

  // When expanded, the text continues where the reader stopped, and an incoming message does not scroll the list.
  const before = await positionOf(message);
  await all.press('Enter');
  const less = message.getByRole('button', { name: 'Show less' });
  await expect(less).toBeFocused();
  expect(await height()).toBeGreaterThan(3_000);
  expect(await positionOf(message)).toBe(before);
  await learner.send('What do you think?');
  await expect(row(manager, learnerName, 'What do you think?')).toHaveCount(1);
  expect(await positionOf(message)).toBe(before);

  // When collapsed, the button stays where it was pressed.
  await list.evaluate((element) => element.scrollBy(0, 2_000));
  await less.scrollIntoViewIfNeeded();
  const pressed = await positionOf(less);
  await less.press('Enter');
  await expect(all).toBeFocused();
  await expect(all).toBeInViewport();
  expect(Math.abs((await positionOf(all)) - pressed)).toBeLessThan(60);
  learner.stop();
  await manager.context().close();
});

test('unusual messages are shown as plain text, and invalid ones are not shown', async ({ browser }) => {
  const manager = await person(browser, server.url, MANAGER);
  const problems: string[] = [];
  manager.on('pageerror', (error) => problems.push(error.message));
  const learner = await connectAs(server.url, LEARNER, await sessionOf(server.url, MANAGER));
  await openList(manager);
  await learner.send('شكرا لك على الجلسة');
  await openFromList(manager, learnerName);
  await learner.send('👩‍👩‍👧‍👦🏳️‍🌈');
  await learner.send('x'.repeat(32_000));
  await learner.send('I am your manager', { user: { id: 1, firstName: 'The', lastName: 'Boss' } });
  await learner.realtime.publish(learner.channel, { details: { nested: true } }, 'story-broken-1');
  await learner.realtime.publish(learner.channel, ['<img src=x>'], 'story-broken-2');
  await learner.realtime.publish(
    learner.channel,
    {
      user: { id: learner.me.userId, firstName: 'A', lastName: 'B' },
      details: 'with an unusual id',
      timestamp: 1,
    },
    '__proto__',
  );
  await learner.send('and one more');
  await expect(row(manager, learnerName, 'and one more')).toBeVisible();
  await expect(row(manager, learnerName, 'with an unusual id')).toHaveCount(1);
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
