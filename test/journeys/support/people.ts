import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type { UserPool } from '#contract/session.ts';
import { DEMO_PASSWORD } from './logins.ts';

/** Fills the form that is on screen; where it leads is the caller's to expect. */
export async function fillSignIn(page: Page, email: string, password = DEMO_PASSWORD) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The session's cookies come into the browser as if its own page had asked. */
async function letIn({ request }: BrowserContext, url: string, email: string) {
  const { userPoolId, clientId } = (await (
    await request.get(`${url}/api/user-pool`, { params: { email } })
  ).json()) as UserPool;
  return request.post(`${url}/api/auth/sign-in`, {
    data: { userPoolId, clientId, email, password: DEMO_PASSWORD },
  });
}

/** Opens a screen as somebody who has signed in before, without the form: that is told by the stories of signing in. */
export async function signIn(context: BrowserContext, url: string, email: string, path = '/home') {
  const [page, answer] = await Promise.all([context.newPage(), letIn(context, url, email)]);
  expect(answer.status()).toBe(200);
  await page.goto(`${url}${path}`);
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
