import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from './logins.ts';

/** Fills the form that is on screen; where it leads is the caller's to expect. */
export async function fillSignIn(page: Page, email: string, password = DEMO_PASSWORD) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

export async function signIn(context: BrowserContext, url: string, email: string, path = '/home') {
  const page = await context.newPage();
  await page.goto(`${url}${path}`);
  await fillSignIn(page, email);
  await page.waitForURL((at) => at.pathname !== '/login');
  await expect(page.locator('main h1')).toBeVisible();
  return page;
}

/** Who is signed in, as the header says it. */
export const nameOf = async (page: Page) =>
  (await page.locator('header button[aria-haspopup="menu"]').first().innerText()).split('\n').pop()?.trim() ??
  '';

export const chat = (page: Page) => page.getByRole('region', { name: 'Chat', exact: true });
export const conversationWith = (page: Page, name: string) =>
  page.getByRole('region', { name: `Conversation with ${name}` });
export const messagesWith = (page: Page, name: string): Locator =>
  conversationWith(page, name).getByRole('list', { name: 'Messages' });

/** '+' → a few letters → the person. */
export async function startConversation(page: Page, letters: string, name: string) {
  await chat(page).getByRole('button', { name: 'New conversation' }).click();
  await chat(page).getByRole('combobox', { name: 'Search people' }).pressSequentially(letters);
  await page.getByRole('option', { name: new RegExp(name) }).click();
  await expect(conversationWith(page, name)).toBeVisible();
}

export async function send(page: Page, name: string, text: string) {
  await conversationWith(page, name).getByRole('textbox', { name: 'Message' }).fill(text);
  await conversationWith(page, name).getByRole('button', { name: 'Send', exact: true }).click();
}

/** Everything that went wrong in the page, so that a story can end with "and nothing did". */
export function watchProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  return problems;
}
