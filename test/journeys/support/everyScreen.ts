import { expect, type Page } from '@playwright/test';
import type { RoutePath } from '#store/navigation/routes.ts';
import { apiAs, programInProgress } from './api.ts';
import { ADMIN, LEARNER, MANAGER } from './logins.ts';
import { chat, conversationWith, fillSignIn, startConversation } from './people.ts';
import { goWithin, type Moment, momentNow } from './travel.ts';

const UNKNOWN_ID = 'abcdefghijklmnop';

/** One address of every route there is, by who goes there. A new route does not compile until it is in it. */
async function addresses(url: string) {
  const { programId } = await programInProgress(url, LEARNER);
  const { body } = await (await apiAs(url, LEARNER)).get<{ userId: number }>('/api/session');
  const routes: Record<RoutePath, { who: string; path: string }> = {
    '/': { who: LEARNER, path: '/' },
    '/login': { who: LEARNER, path: '/login' },
    '/home': { who: LEARNER, path: '/home' },
    '/program': { who: LEARNER, path: '/program' },
    '/program/:programId': { who: LEARNER, path: `/program/${programId}` },
    '/program/:programId/coaching/:sessionId': {
      who: LEARNER,
      path: `/program/${programId}/coaching/${UNKNOWN_ID}?type=remote`,
    },
    '/survey': { who: LEARNER, path: '/survey' },
    '/survey/propensity': { who: LEARNER, path: '/survey/propensity' },
    '/survey/participate/:surveyId': { who: LEARNER, path: `/survey/participate/${UNKNOWN_ID}` },
    '/profile': { who: LEARNER, path: '/profile' },
    '/profile/edit': { who: LEARNER, path: '/profile/edit' },
    '/checkin': { who: LEARNER, path: '/checkin' },
    '/privacy': { who: LEARNER, path: '/privacy' },
    '/not-found': { who: LEARNER, path: '/no/such/page' },
    '/team': { who: MANAGER, path: '/team' },
    '/program/:programId/sessions/:userId': {
      who: MANAGER,
      path: `/program/${programId}/sessions/${body.userId}?show=topics`,
    },
    '/admin/*': { who: ADMIN, path: '/admin/home' },
    '/content': { who: ADMIN, path: '/content' },
  };
  return Object.values(routes);
}

export async function openChat(page: Page) {
  const plus = chat(page).getByRole('button', { name: 'New conversation' });
  if (!(await plus.isVisible())) await chat(page).getByRole('button', { name: /^Chat/ }).first().click();
}

/** Writes to somebody, looks at the bell, opens and closes what can be opened. */
async function liveALittle(page: Page, peer: string, text: string) {
  await openChat(page);
  await startConversation(page, peer.slice(0, 3), peer);
  await conversationWith(page, peer).getByRole('textbox', { name: 'Message' }).pressSequentially(text);
  await conversationWith(page, peer).getByRole('button', { name: 'Send', exact: true }).click();
  await expect(conversationWith(page, peer).getByText(text)).toBeVisible();
  await conversationWith(page, peer).getByRole('button', { name: 'Close conversation' }).click();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeVisible();
  await page.keyboard.press('Escape');
}

async function signOut(page: Page) {
  await page.locator('header button[aria-haspopup="menu"]').first().click();
  await page.getByRole('menuitem', { name: '(Logout)' }).click();
  await expect(page).toHaveURL(/\/login$/);
}

/**
 * Learner, manager and admin one after the other, in one page that is never loaded anew, over every route. Says what was
 * seen at each stop. The page stands at the login when it begins and when it ends.
 */
export async function visitEveryScreen(
  page: Page,
  url: string,
  { text = 'Ten minutes?' }: { text?: string } = {},
) {
  const all = await addresses(url);
  const stops: Moment[] = [];
  const stop = async () => void stops.push(await momentNow(page));
  await stop();
  for (const who of [LEARNER, MANAGER, ADMIN]) {
    await fillSignIn(page, who);
    await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
    for (const { path } of all.filter((one) => one.who === who)) {
      await goWithin(page, path);
      await stop();
    }
    await goWithin(page, '/home');
    if (who === LEARNER) {
      await liveALittle(page, await nameOfAccount(url, MANAGER), text);
      await page.context().setOffline(true);
      await expect(page.getByText(/offline|connection/i).first()).toBeVisible();
      await page.context().setOffline(false);
      await completeTopics(page, url);
      await stop();
    }
    await signOut(page);
    await stop();
  }
  return { stops, paths: all.map(({ path }) => path) };
}

async function nameOfAccount(url: string, email: string) {
  const { body } = await (await apiAs(url, email)).get<{ firstName: string; lastName: string }>(
    '/api/session',
  );
  return `${body.firstName} ${body.lastName}`;
}

async function completeTopics(page: Page, url: string) {
  const { programId } = await programInProgress(url, LEARNER);
  await goWithin(page, `/program/${programId}`);
  const complete = page.getByRole('button', { name: 'Complete topic' });
  await complete.first().click();
  await expect(complete).toHaveCount(1);
  await complete.click();
  const celebration = page.getByRole('status').filter({ hasText: 'Congratulations' });
  await celebration.getByRole('button', { name: 'Stop' }).click();
  await expect(celebration).toBeHidden();
}
