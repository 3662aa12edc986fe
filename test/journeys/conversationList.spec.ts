/** People search, and the conversation lists of both people. */
import { type Browser, expect, type Page } from '@playwright/test';
import { LEARNER } from '#test/journeys/support/logins.ts';
import { chat, conversationWith, messagesWith, send, signIn } from '#test/journeys/support/people.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';

const OTHER = { email: 'bruno.cavalcanti@demo.example', name: 'Bruno Cavalcanti' };
const THIRD = { email: 'henrik.sorensen@demo.example', name: 'Henrik Sørensen' };
const EMPTY = "Start your very first conversation by clicking on the '+' icon.";

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.dispose());

const person = async (browser: Browser, email: string) =>
  signIn(await browser.newContext(), server.url, email);
const conversations = (page: Page) => chat(page).getByRole('list', { name: 'Conversations' });
const rows = (page: Page) => conversations(page).getByRole('listitem');
const openChat = async (page: Page) => {
  const title = chat(page).getByRole('button', { name: /^Chat/ }).first();
  if ((await title.getAttribute('aria-expanded')) === 'false') await title.click();
};
const field = (page: Page, name: string) =>
  conversationWith(page, name).getByRole('textbox', { name: 'Message' });

test('a user finds a person by name, and both see the new conversation immediately', async ({ browser }) => {
  const [learner, other, third] = await Promise.all([
    person(browser, LEARNER),
    person(browser, OTHER.email),
    person(browser, THIRD.email),
  ]);
  await openChat(other);
  await expect(chat(other).getByText(EMPTY)).toBeVisible();

  // The search starts at the second character, ignores accents, matches last name, email or full name, and never lists
  // the user.
  await chat(learner).getByRole('button', { name: 'New conversation' }).click();
  const search = chat(learner).getByRole('combobox', { name: 'Search people' });
  const found = chat(learner).getByRole('listbox', { name: 'People' }).getByRole('option');
  await expect(search).toBeFocused();
  await search.pressSequentially('s');
  await expect(chat(learner).getByText('Type at least 2 characters')).toBeVisible();
  await expect(found).toHaveCount(0);
  await search.pressSequentially('oren');
  await expect(found).toHaveText([new RegExp(THIRD.name)]);
  for (const text of ['HENRIK SØR', 'henrik.soren', 'henrik s']) {
    await search.fill(text);
    await expect(found).toHaveText([new RegExp(THIRD.name)]);
  }
  await search.fill('jonah');
  await expect(chat(learner).getByText('No one has a name')).toBeVisible();

  // Uses only the keyboard.
  await search.fill('br');
  await expect(found).not.toHaveCount(0);
  const wanted = (await found.allInnerTexts()).findIndex((text) => text.includes(OTHER.name));
  for (let n = 0; n <= wanted + 1; n++) await search.press('ArrowDown');
  await search.press('ArrowUp');
  await search.press('Enter');
  await expect(field(learner, OTHER.name)).toBeFocused();

  // The list updates name, text, day and unread count without a reload.
  await send(learner, OTHER.name, 'Do you have a minute this week?');
  for (const part of ['Jonah Reyes', 'Do you have a minute this week?', /\d{1,2}:\d{2} [AP]M/, '1 unread'])
    await expect(rows(other)).toContainText(part);
  await expect(rows(other)).toHaveCount(1);
  await openChat(third);
  await expect(conversations(third).getByText('Do you have a minute')).toHaveCount(0);

  // The newest conversation is first, and each conversation has its own draft.
  await field(learner, OTHER.name).fill('Thursday would');
  await learner.keyboard.press('Escape');
  await expect(rows(learner).filter({ hasText: OTHER.name })).toContainText('Draft: Thursday would');
  await chat(learner).getByRole('button', { name: 'New conversation' }).click();
  await search.pressSequentially('soren');
  await search.press('Enter');
  await expect(field(learner, THIRD.name)).toHaveValue('');
  await send(learner, THIRD.name, 'And you?');
  await expect(messagesWith(learner, THIRD.name).getByRole('listitem')).toContainText(['And you?']);
  await expect(rows(third).first()).toContainText('And you?');
  await learner.keyboard.press('Escape');
  await expect(rows(learner).first()).toContainText(THIRD.name);
  await rows(learner).filter({ hasText: OTHER.name }).getByRole('button').click();
  await expect(field(learner, OTHER.name)).toHaveValue('Thursday would');
  await Promise.all([learner, other, third].map((page) => page.context().close()));
});
