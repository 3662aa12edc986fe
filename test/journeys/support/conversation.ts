import { type Browser, type BrowserContextOptions, expect, type Locator, type Page } from '@playwright/test';
import { sessionOf } from './asServer.ts';
import { LEARNER, MANAGER } from './logins.ts';
import { chat, conversationWith, messagesWith, signIn } from './people.ts';

/** The two people of the stories, as their names stand on screens. */
export async function namesOf(url: string) {
  const nameOf = async (email: string) => {
    const { firstName, lastName } = await sessionOf(url, email);
    return `${firstName} ${lastName}`;
  };
  return { learnerName: await nameOf(LEARNER), managerName: await nameOf(MANAGER) };
}

/** Somebody's page in a browser of its own. */
export const person = async (
  browser: Browser,
  url: string,
  email: string,
  look: BrowserContextOptions = {},
) => signIn(await browser.newContext(look), url, email);

export async function openList(page: Page) {
  const title = chat(page).getByRole('button', { name: /^Chat/ }).first();
  if ((await title.getAttribute('aria-expanded')) === 'false') await title.click();
}
export const conversations = (page: Page) => chat(page).getByRole('list', { name: 'Conversations' });
/** Of a list, the conversation in which something was written last. */
export const newestEntry = (page: Page) => conversations(page).getByRole('button').first();

export async function openFromList(page: Page, name: string) {
  await openList(page);
  await conversations(page)
    .getByRole('button', { name: new RegExp(name) })
    .click();
  await expect(conversationWith(page, name)).toBeVisible();
}
export const closeConversation = (page: Page, name: string) =>
  conversationWith(page, name).getByRole('button', { name: 'Close conversation' }).click();

export const row = (page: Page, name: string, text: string | RegExp): Locator =>
  messagesWith(page, name).getByRole('listitem').filter({ hasText: text });

export async function openMenu(message: Locator) {
  await message.hover();
  await message.getByRole('button', { name: 'Message actions' }).click();
}

/** How far somebody has read, each time that the service has taken it, as timetokens. */
export function watchPositions(page: Page): string[] {
  const kept: string[] = [];
  page.on('response', (response) => {
    const request = response.request();
    const words = request.method() === 'PATCH' ? (request.postData() ?? '') : '';
    kept.push(...Array.from(words.matchAll(/"timetoken":"([0-9]+)"/g), ([, timetoken]) => timetoken ?? ''));
  });
  return kept;
}
