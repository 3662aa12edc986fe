import { expect, type Page } from '@playwright/test';
import type { NextCoaching } from '#contract/learning/coaching.ts';
import { SESSION_FEEDBACK_PREFIX } from '#contract/limits.ts';
import { apiAs, programInProgress } from '#test/journeys/support/api.ts';
import { type Appearance, expectAccessible, SMALL, WIDE } from '#test/journeys/support/appearances.ts';
import { LEARNER, MANAGER } from '#test/journeys/support/logins.ts';
import { chat, nameOf, signIn } from '#test/journeys/support/people.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.dispose());

test('a learner proposes times to the manager, who confirms one, and both see it', async ({ browser }) => {
  const [mine, theirs] = [await browser.newContext(), await browser.newContext()];
  const { programId } = await programInProgress(server.url, LEARNER);
  const manager = await signIn(theirs, server.url, MANAGER);
  const managerName = await nameOf(manager);
  const learner = await signIn(mine, server.url, LEARNER, `/program/${programId}`);
  await learner.getByRole('region', { name: 'Sessions' }).getByRole('link', { name: 'Plan session' }).click();
  await learner.getByLabel('With').selectOption({ label: managerName });
  await learner.getByRole('radio', { name: '30 min' }).check();
  await learner.getByRole('button', { name: /^Send \d times to / }).click();
  await expect(learner.getByRole('heading', { name: /^You sent \d times to / })).toBeVisible();
  await expect(learner.getByRole('button', { name: 'Join session' })).toHaveCount(0);

  // The notification opens the same session.
  await manager.getByRole('button', { name: /^Notifications/ }).click();
  await manager.getByRole('link', { name: /proposed times for a coaching session/ }).click();
  await expect(manager.getByRole('heading', { name: /proposed \d times$/ })).toBeVisible();
  await manager.getByRole('radio').last().check();
  await manager.getByRole('button', { name: 'Confirm' }).click();
  await expect(manager.getByRole('link', { name: 'Reschedule' })).toBeVisible();
  const path = new URL(manager.url()).pathname;

  // The learner's page updates without a reload.
  await expect(learner.getByRole('link', { name: 'Reschedule' })).toBeVisible();
  expect(new URL(learner.url()).pathname).toBe(path);
  await mine.close();
  await theirs.close();
});

/** Shows the page in an appearance for one check. */
async function inAppearance(page: Page, { colorScheme, viewport }: Appearance, check: () => Promise<void>) {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport);
  await check();
  await page.emulateMedia({ colorScheme: WIDE.colorScheme });
  await page.setViewportSize(WIDE.viewport);
}

/** Accepts the rules and saves the recovery code, which is typed back once. `look` runs on each page. */
async function setUpNotes(page: Page, look: (state: string) => Promise<void> = async () => {}) {
  await expect(page.getByRole('button', { name: 'Accept and continue' })).toBeVisible();
  await look('agreement');
  await page.getByRole('button', { name: 'Accept and continue' }).click();
  const words = page.getByRole('list', { name: 'Recovery code' }).getByRole('listitem');
  await expect(words).toHaveCount(12);
  const code = (await words.allTextContents()).join(' ');
  await look('recovery code');
  await page.getByRole('button', { name: 'I saved the words' }).click();
  await page.getByLabel('The 12 words').fill(code);
  await page.getByRole('button', { name: 'Finish setup' }).click();
  await expect(page.getByRole('heading', { name: 'Ready to join?' })).toBeVisible();
  await look('ready to join');
  return code;
}

test('two people meet in the room, write together, and send feedback', async ({ browser }) => {
  test.setTimeout(120_000);
  const [mine, theirs] = [await browser.newContext(), await browser.newContext()];
  const { body } = await (await apiAs(server.url, LEARNER)).get<NextCoaching>('/api/coaching/next');
  const { programId, sessionId } = body.session ?? {};
  const path = `/program/${programId}/coaching/${sessionId}?type=remote`;
  const [manager, learner] = await Promise.all([
    signIn(theirs, server.url, MANAGER),
    signIn(mine, server.url, LEARNER, path),
  ]);
  const [learnerName, managerName] = [await nameOf(learner), await nameOf(manager)];
  const join = (page: Page) => page.getByRole('button', { name: 'Join session' }).click();

  await join(learner);
  const code = await setUpNotes(learner, (state) => expectAccessible(learner, state));
  await join(learner);
  const alert = manager.getByRole('alert').filter({ hasText: `${learnerName} joined your session` });
  await expect(alert).toBeVisible();
  // The alert is removed when the learner leaves, and shown again for the next time.
  await learner.getByRole('button', { name: 'Leave session' }).click();
  await expect(alert).toHaveCount(0);
  await join(learner);
  await join(learner);
  await alert.getByRole('link', { name: 'Join Now' }).click();
  await expect(alert).toHaveCount(0);
  await join(manager);
  await setUpNotes(manager);
  await join(manager);
  // Both see and hear each other: pictures of the other camera arrive.
  const frames = (page: Page, name: string) =>
    page
      .getByLabel(name, { exact: true })
      .evaluate((video: HTMLVideoElement) => video.videoWidth > 0 && video.currentTime > 0);
  await expect.poll(() => frames(learner, managerName)).toBe(true);
  await expect.poll(() => frames(manager, learnerName)).toBe(true);
  await expectAccessible(learner, 'room');
  await inAppearance(manager, SMALL, () => expectAccessible(manager, 'room on a phone'));

  // Both type at the same time, and nothing is lost.
  const notes = (page: Page) => page.getByRole('textbox', { name: 'Shared notes' });
  await Promise.all([
    notes(learner).pressSequentially('What I tried. '),
    notes(manager).pressSequentially('What I saw. '),
  ]);
  const letters = (text: string) => text.split('').sort().join('');
  for (const page of [learner, manager])
    await expect
      .poll(async () => letters(await notes(page).inputValue()))
      .toBe(letters('What I tried. What I saw. '));
  await learner.getByRole('textbox', { name: 'Private notes' }).fill('Only for me');
  await learner.getByLabel('New agenda item').fill('The silent minute');
  await learner.getByRole('button', { name: 'Add agenda item' }).click();
  await manager.getByLabel('New action').fill('Plan the next visit');
  await manager.getByRole('button', { name: 'Add action' }).click();
  await expect(learner.getByRole('region', { name: 'Actions' })).toContainText('Plan the next visit');
  await expect(manager.getByRole('region', { name: 'Agenda' })).toContainText('The silent minute');
  await expect(manager.getByRole('textbox', { name: 'Private notes' })).toHaveValue('');

  // A new device opens the notes with the recovery code. The first one offers to continue there.
  const other = await browser.newContext();
  const device = await signIn(other, server.url, LEARNER, `${path}&show=room`);
  await device.getByLabel('The 12 words').fill(code);
  await device.getByRole('button', { name: 'Unlock notes' }).click();
  await expect(device.getByRole('textbox', { name: 'Private notes' })).toHaveValue('Only for me');
  await expect(learner.getByRole('button', { name: 'Continue here' })).toBeVisible();
  await other.close();
  await learner.reload();
  await expect(learner.getByRole('textbox', { name: 'Private notes' })).toHaveValue('Only for me');

  await manager.getByRole('button', { name: 'Finish session' }).click();
  await manager.getByRole('button', { name: 'Finish for both' }).click();
  await expect(learner.getByRole('heading', { name: 'Wrap up your session' })).toBeVisible();
  for (const group of await learner.getByRole('group').all()) await group.getByLabel('4').check();
  await inAppearance(learner, SMALL, () => expectAccessible(learner, 'wrap-up'));
  await learner.getByRole('textbox', { name: 'Comment' }).fill('You waited for me.');
  await learner.getByRole('button', { name: 'Send feedback' }).click();
  await expect(learner.getByRole('heading', { name: 'Your feedback is sent' })).toBeVisible();
  await chat(manager).getByRole('button', { name: /^Chat/ }).first().click();
  await expect(chat(manager)).toContainText(SESSION_FEEDBACK_PREFIX);
  await mine.close();
  await theirs.close();
});
