import { type Browser, type BrowserContextOptions, expect, type Locator, type Page } from '@playwright/test';
import { LEARNER, MANAGER } from './logins.ts';
import { chat, conversationWith, messagesWith, signIn } from './people.ts';
import { sessionOf } from './publishAsServer.ts';

/** Full names of the learner and the manager of the stories. */
export async function namesOf(url: string) {
  const nameOf = async (email: string) => {
    const { firstName, lastName } = await sessionOf(url, email);
    return `${firstName} ${lastName}`;
  };
  return { learnerName: await nameOf(LEARNER), managerName: await nameOf(MANAGER) };
}

/** Signs a user in on a page in a new browser context. */
export const person = async (
  browser: Browser,
  url: string,
  email: string,
  options: BrowserContextOptions = {},
) => signIn(await browser.newContext(options), url, email);

export async function openList(page: Page) {
  const title = chat(page).getByRole('button', { name: /^Chat/ }).first();
  if ((await title.getAttribute('aria-expanded')) === 'false') await title.click();
}
export const conversations = (page: Page) => chat(page).getByRole('list', { name: 'Conversations' });
/** The conversation with the newest message. */
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

/** Collects the read positions that the page saves, as timetokens. */
export function watchPositions(page: Page): string[] {
  const positions: string[] = [];
  page.on('response', (response) => {
    const request = response.request();
    const body = request.method() === 'PATCH' ? (request.postData() ?? '') : '';
    positions.push(
      ...Array.from(body.matchAll(/"timetoken":"([0-9]+)"/g), ([, timetoken]) => timetoken ?? ''),
    );
  });
  return positions;
}
