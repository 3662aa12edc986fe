import { type Browser, expect } from '@playwright/test';
import { programInProgress } from './api.ts';
import { LEARNER, MANAGER } from './logins.ts';
import {
  chat,
  conversationWith,
  fillSignIn,
  messagesWith,
  send,
  signIn,
  startConversation,
  watchProblems,
} from './people.ts';

const nameOf = async (page: import('@playwright/test').Page) => {
  const session = await page
    .locator('header button[aria-haspopup="menu"]')
    .first()
    .getAttribute('aria-label');
  return session ?? (await page.locator('header button[aria-haspopup="menu"]').first().innerText()).trim();
};

/** The main story from sign-in to celebration, in two browsers. */
export async function runStory(browser: Browser, url: string) {
  const program = await programInProgress(url, LEARNER);
  const learners = await browser.newContext();
  const managers = await browser.newContext();
  const learner = await learners.newPage();
  const problems = watchProblems(learner);

  // 1. The learner opens a program while signed out, and gets there after the sign-in.
  await learner.goto(`${url}/program/${program.programId}`);
  await expect(learner).toHaveURL(
    `${url}/login?redirectUrl=${encodeURIComponent(`/program/${program.programId}`)}`,
  );
  await fillSignIn(learner, LEARNER);
  await expect(learner).toHaveURL(`${url}/program/${program.programId}`);
  await expect(learner.locator('main h1')).toHaveText(program.programName);

  // 2. The manager is signed in in another browser.
  const manager = await signIn(managers, url, MANAGER, '/team');
  const managerProblems = watchProblems(manager);
  const [learnerName, managerName] = [await nameOf(learner), await nameOf(manager)];

  // 3. A conversation starts, gets a reply and survives a reload on both sides.
  if (!(await chat(learner).getByRole('button', { name: 'New conversation' }).isVisible()))
    await chat(learner).getByRole('button', { name: 'Chat' }).click();
  await startConversation(learner, managerName.slice(0, 2), managerName);
  await send(learner, managerName, 'Do you have ten minutes on Thursday?');
  await expect(chat(manager)).toContainText('1');

  if (!(await chat(manager).getByText('Do you have ten minutes on Thursday?').first().isVisible()))
    await chat(manager).getByRole('button', { name: /^Chat/ }).first().click();
  await chat(manager).getByText('Do you have ten minutes on Thursday?').first().click();
  await expect(
    messagesWith(manager, learnerName).getByText('Do you have ten minutes on Thursday?'),
  ).toBeVisible();
  await send(manager, learnerName, 'Yes, at ten.');
  await expect(messagesWith(learner, managerName).getByText('Yes, at ten.')).toBeVisible();
  for (const [page, peer] of [
    [learner, managerName],
    [manager, learnerName],
  ] as const) {
    await page.reload();
    await expect(page.locator('main h1')).toBeVisible();
    if (!(await conversationWith(page, peer).isVisible())) {
      const entry = chat(page).getByText('Yes, at ten.').first();
      if (!(await entry.isVisible())) await chat(page).getByRole('button', { name: /^Chat/ }).first().click();
      await entry.click();
    }
    const texts = messagesWith(page, peer).getByText(/Do you have ten minutes on Thursday\?|Yes, at ten\./);
    await expect(texts).toHaveText([/Do you have ten minutes on Thursday\?/, /Yes, at ten\./]);
    await conversationWith(page, peer).getByRole('button', { name: 'Close conversation' }).click();
  }

  // 4. The manager is notified about a completed topic; the learner sees one celebration after the last topic.
  const [first] = program.topics.filter((topic) => !topic.isCompleted);
  await learner.getByRole('button', { name: 'Complete topic' }).first().click();
  await expect(learner.getByRole('button', { name: 'Complete topic' })).toHaveCount(1);
  await expect(manager.getByRole('button', { name: /^Notifications, 1/ })).toBeVisible();
  await manager.getByRole('button', { name: /^Notifications/ }).click();
  const panel = manager.getByRole('region', { name: 'Notifications' });
  await expect(panel).toContainText(`${learnerName} completed the topic`);
  await expect(panel).toContainText(`in ${program.programName}`);
  await panel.getByRole('link').first().click();
  await expect(panel).toBeHidden();
  await expect(manager.locator('main')).toContainText(learnerName);
  await expect(manager.locator('main')).toContainText(first?.title ?? '');

  await learner.getByRole('button', { name: 'Complete topic' }).click();
  const celebration = learner.getByRole('status').filter({ hasText: 'Congratulations' });
  await expect(celebration).toBeVisible();
  await expect(celebration).toContainText('All Selected Topics Completed');
  await celebration.getByRole('button', { name: 'Close' }).click();
  await expect(celebration).toBeHidden();
  await learner.reload();
  await expect(learner.locator('main h1')).toHaveText(program.programName);
  await expect(learner.getByText('Congratulations')).toHaveCount(0);

  // 5. Signing out in one tab signs out the other tab of the same browser.
  const otherTab = await learners.newPage();
  await otherTab.goto(`${url}/home`);
  await expect(otherTab.locator('main h1')).toBeVisible();
  await learner.getByRole('button', { name: learnerName }).click();
  await learner.getByRole('menuitem', { name: '(Logout)' }).click();
  await expect(learner).toHaveURL(/\/login/);
  await expect(otherTab).toHaveURL(/\/login/);

  expect(problems).toEqual([]);
  expect(managerProblems).toEqual([]);
  await Promise.all([learners.close(), managers.close()]);
}
