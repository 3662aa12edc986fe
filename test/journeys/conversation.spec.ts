/** What two people can do in a conversation, in two browsers against the real service. */
import { expect, test } from '@playwright/test';
import { SESSION_FEEDBACK_PREFIX } from '#contract/limits.ts';
import { speakAs } from './support/asPerson.ts';
import { sessionOf } from './support/asServer.ts';
import { namesOf, openFromList, openList, openMenu, person, row } from './support/conversation.ts';
import { LEARNER, MANAGER } from './support/logins.ts';
import { chat, conversationWith, send, startConversation } from './support/people.ts';
import { violationsIn } from './support/sound.ts';
import { type RunningServer, startServer } from './support/startServer.ts';

let server: RunningServer;
let learnerName = '';
let managerName = '';
test.beforeAll(async () => {
  server = await startServer({ MESSAGING_RATE_LIMIT: 'off' });
  ({ learnerName, managerName } = await namesOf(server.url));
});
test.afterAll(() => server.dispose());

test('two people write, react, correct and withdraw; both see it at once and after a reload', async ({
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
  expect(await violationsIn(manager)).toEqual([]);
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

test('feedback after a session goes as a marked message', async ({ browser }) => {
  const [learner, manager] = [
    await person(browser, server.url, LEARNER),
    await person(browser, server.url, MANAGER),
  ];
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

test('a message of 32 KiB is folded; opened and folded again it leaves the reader where they are', async ({
  browser,
}) => {
  const manager = await person(browser, server.url, MANAGER);
  const learner = await speakAs(server.url, LEARNER, await sessionOf(server.url, MANAGER));
  await learner.say(`A letter. ${'All that I want to learn. '.repeat(1_200)}`);
  await openFromList(manager, learnerName);
  const letter = row(manager, learnerName, 'A letter.');
  const list = conversationWith(manager, learnerName).getByRole('group', { name: 'Message history' });
  const placeOf = async (part: typeof letter) => Math.round((await part.boundingBox())?.y ?? NaN);
  const all = letter.getByRole('button', { name: 'Show all' });
  await all.scrollIntoViewIfNeeded();
  const height = async () => (await letter.boundingBox())?.height ?? NaN;
  expect(await height()).toBeLessThan(320);

  // Opened it goes on where one stopped reading, and what comes below takes nobody to the end.
  const before = await placeOf(letter);
  await all.press('Enter');
  const less = letter.getByRole('button', { name: 'Show less' });
  await expect(less).toBeFocused();
  expect(await height()).toBeGreaterThan(3_000);
  expect(await placeOf(letter)).toBe(before);
  await learner.say('What do you think?');
  await expect(row(manager, learnerName, 'What do you think?')).toHaveCount(1);
  expect(await placeOf(letter)).toBe(before);

  // Folded, the button stays where it was pressed.
  await list.evaluate((element) => element.scrollBy(0, 2_000));
  await less.scrollIntoViewIfNeeded();
  const pressed = await placeOf(less);
  await less.press('Enter');
  await expect(all).toBeFocused();
  await expect(all).toBeInViewport();
  expect(Math.abs((await placeOf(all)) - pressed)).toBeLessThan(60);
  learner.stop();
  await manager.context().close();
});

test('whatever comes is shown as what it is, or not at all', async ({ browser }) => {
  const manager = await person(browser, server.url, MANAGER);
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
