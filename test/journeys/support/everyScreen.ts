import { expect, type Page } from '@playwright/test';
import type { Content } from '#contract/learning/content.ts';
import type { RoutePath } from '#store/navigation/routes.ts';
import { apiAs, programInProgress } from './api.ts';
import { ADMIN, LEARNER, MANAGER } from './logins.ts';
import { chat, conversationWith, fillSignIn, startConversation } from './people.ts';
import { goWithin, type Moment, momentNow } from './travel.ts';

const UNKNOWN_ID = 'abcdefghijklmnop';

/** One path for every route, and the user who visits it. A new route does not compile until it is added. */
async function addresses(url: string) {
  const { programId } = await programInProgress(url, LEARNER);
  const { body } = await (await apiAs(url, LEARNER)).get<{ userId: number }>('/api/session');
  const { body: content } = await (await apiAs(url, ADMIN)).get<Content>('/api/content');
  const topicId = content.data[0]?.topicId ?? UNKNOWN_ID;
  const routes: Record<RoutePath, { email: string; path: string }> = {
    '/': { email: LEARNER, path: '/' },
    '/login': { email: LEARNER, path: '/login' },
    '/unlock': { email: LEARNER, path: '/unlock' },
    '/sign-on': { email: LEARNER, path: '/sign-on' },
    '/invitation': { email: LEARNER, path: '/invitation' },
    '/reset-password': { email: LEARNER, path: '/reset-password' },
    '/setup': { email: LEARNER, path: '/setup' },
    '/home': { email: LEARNER, path: '/home' },
    '/program': { email: LEARNER, path: '/program' },
    '/program/coachees': { email: MANAGER, path: '/program/coachees' },
    '/program/:programId': { email: LEARNER, path: `/program/${programId}` },
    '/program/:programId/coaching/:sessionId': {
      email: LEARNER,
      path: `/program/${programId}/coaching/${UNKNOWN_ID}?type=remote`,
    },
    '/program/:programId/plan-session': { email: LEARNER, path: `/program/${programId}/plan-session` },
    '/survey': { email: LEARNER, path: '/survey' },
    '/survey/propensity': { email: LEARNER, path: '/survey/propensity' },
    '/survey/participate/:surveyId': { email: LEARNER, path: `/survey/participate/${UNKNOWN_ID}` },
    '/survey/edit/:surveyId': { email: ADMIN, path: `/survey/edit/${UNKNOWN_ID}` },
    '/survey/results/:surveyId': { email: ADMIN, path: `/survey/results/${UNKNOWN_ID}` },
    '/profile': { email: LEARNER, path: '/profile' },
    '/profile/edit': { email: LEARNER, path: '/profile/edit' },
    '/profile/calendar': { email: LEARNER, path: '/profile/calendar' },
    '/profile/notifications': { email: LEARNER, path: '/profile/notifications' },
    '/profile/devices': { email: LEARNER, path: '/profile/devices' },
    '/profile/my-data': { email: LEARNER, path: '/profile/my-data' },
    '/checkin': { email: LEARNER, path: '/checkin' },
    '/privacy': { email: LEARNER, path: '/privacy' },
    '/not-found': { email: LEARNER, path: '/no/such/page' },
    '/team': { email: MANAGER, path: '/team' },
    '/program/:programId/sessions/:userId': {
      email: MANAGER,
      path: `/program/${programId}/sessions/${body.userId}?show=topics`,
    },
    '/admin/*': { email: ADMIN, path: '/admin/home' },
    '/content': { email: ADMIN, path: '/content' },
    '/content/topics/:topicId': { email: ADMIN, path: `/content/topics/${topicId}` },
    '/content/topics/:topicId/versions': { email: ADMIN, path: `/content/topics/${topicId}/versions` },
  };
  const insights = { email: ADMIN, path: `/admin/programs/insights/${programId}` };
  return [...Object.values(routes), insights];
}

export async function openChat(page: Page) {
  const plus = chat(page).getByRole('button', { name: 'New conversation' });
  if (!(await plus.isVisible())) await chat(page).getByRole('button', { name: /^Chat/ }).first().click();
}

/** Sends a message and opens the notifications. */
async function sendMessageAndOpenBell(page: Page, peer: string, text: string) {
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
 * Visits every route as learner, manager and administrator in one page without a reload, and returns the content of
 * each screen. Starts and ends on the login page.
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
  for (const email of [LEARNER, MANAGER, ADMIN]) {
    await fillSignIn(page, email);
    await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
    for (const { path } of all.filter((route) => route.email === email)) {
      await goWithin(page, path);
      await expect(page.locator('main .skeleton')).toHaveCount(0);
      await stop();
    }
    await goWithin(page, '/home');
    if (email === LEARNER) {
      await sendMessageAndOpenBell(page, await accountName(url, MANAGER), text);
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

async function accountName(url: string, email: string) {
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
  await celebration.getByRole('button', { name: 'Close' }).click();
  await expect(celebration).toBeHidden();
}
