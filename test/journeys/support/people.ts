import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type { UserPool } from '#contract/access/session.ts';
import { DEMO_PASSWORD } from './logins.ts';

/** Fills and submits the sign-in form. The caller checks which screen follows. */
export async function fillSignIn(page: Page, email: string, password = DEMO_PASSWORD) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in with an API call, which sets the session cookies of the browser context. */
async function signInByApi({ request }: BrowserContext, url: string, email: string) {
  const { userPoolId, clientId } = (await (
    await request.get(`${url}/api/user-pool`, { params: { email } })
  ).json()) as UserPool;
  return request.post(`${url}/api/auth/sign-in`, {
    data: { userPoolId, clientId, email, password: DEMO_PASSWORD },
  });
}

/** Opens a screen as a signed-in user without using the sign-in form. */
export async function signIn(context: BrowserContext, url: string, email: string, path = '/home') {
  const [page, response] = await Promise.all([context.newPage(), signInByApi(context, url, email)]);
  expect(response.status()).toBe(200);
  await page.goto(`${url}${path}`);
  await page.waitForURL((at) => at.pathname !== '/login');
  await expect(page.locator('main h1')).toBeVisible();
  return page;
}

/** Full name of the signed-in user, from the header. */
export const nameOf = async (page: Page) =>
  (await page.locator('header button[aria-haspopup="menu"]').first().innerText()).split('\n').pop()?.trim() ??
  '';

export const chat = (page: Page) => page.getByRole('region', { name: 'Chat', exact: true });
export const conversationWith = (page: Page, name: string) =>
  page.getByRole('region', { name: `Conversation with ${name}` });
export const messagesWith = (page: Page, name: string): Locator =>
  conversationWith(page, name).getByRole('list', { name: 'Messages' });

/** Starts a conversation: presses '+', searches, and selects the person. */
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

/** Collects page errors, console errors and the warning about repeated actions, so that a story can expect none. */
export function watchProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.text().includes('times within a second'))
      problems.push(message.text());
  });
  return problems;
}
