/** The celebration for the learner and the manager, each with 2 tabs. */
import { expect, type Page } from '@playwright/test';
import { programInProgress } from '#test/journeys/support/api.ts';
import { LEARNER, MANAGER } from '#test/journeys/support/logins.ts';
import { signIn, watchProblems } from '#test/journeys/support/people.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.dispose());

const card = (page: Page) => page.getByRole('status').filter({ hasText: 'Congratulations' });
const secondText = (page: Page) => page.getByText('All Selected Topics Completed', { exact: true });
const confetti = (page: Page) => page.locator('body > canvas');

test('the celebration plays in one tab of the learner and one tab of the manager, and never again', async ({
  browser,
}) => {
  const program = await programInProgress(server.url, LEARNER);
  const path = `/program/${program.programId}`;
  const [learners, managers] = [
    await browser.newContext(),
    await browser.newContext({ reducedMotion: 'reduce' }),
  ];
  await learners.clock.install();
  await managers.clock.install();
  const learner = await signIn(learners, server.url, LEARNER, path);
  const problems = watchProblems(learner);
  const learnerTab2 = await learners.newPage();
  await learnerTab2.goto(`${server.url}${path}`);
  const manager = await signIn(managers, server.url, MANAGER);
  const managerTab2 = await managers.newPage();
  await managerTab2.goto(`${server.url}/team`);
  await expect(managerTab2.locator('main h1')).toBeVisible();
  await learner.bringToFront();

  const complete = learner.getByRole('button', { name: 'Complete topic' });
  await complete.first().click();
  await expect(complete).toHaveCount(1);
  await expect(card(learner)).toHaveCount(0);
  await complete.click();

  // The clock also runs by itself, so only long phases are checked here. test/sagas/celebration.test.ts checks the times.
  await expect(card(learner)).toBeVisible();
  await expect(confetti(learner)).toHaveCount(1);
  await learner.clock.fastForward(2_000);
  await expect(secondText(learner)).toBeVisible();
  await learner.clock.fastForward(7_000);
  await expect(card(learner)).toHaveCount(0);
  await expect(confetti(learner)).toHaveCount(0);
  await expect(card(learnerTab2)).toHaveCount(0);

  // One of the manager's tabs shows it as a card without animation until Escape is pressed.
  const cardCount = async () => (await card(manager).count()) + (await card(managerTab2).count());
  await expect.poll(cardCount).toBe(1);
  const managerPage = (await card(manager).count()) === 1 ? manager : managerTab2;
  await expect(card(managerPage)).toContainText('completed every topic they selected');
  await expect(confetti(managerPage)).toHaveCount(0);
  await managerPage.bringToFront();
  await managerPage.keyboard.press('Escape');
  await expect.poll(cardCount).toBe(0);

  for (const page of [learner, manager, managerTab2]) {
    await page.reload();
    await expect(page.locator('main h1')).toBeVisible();
    await page.getByRole('button', { name: /^Notifications/ }).click();
  }
  await expect(
    manager.getByRole('region', { name: 'Notifications' }).getByText('has completed all selected topics in'),
  ).toBeVisible();
  for (const page of [learner, manager, managerTab2]) await expect(card(page)).toHaveCount(0);
  expect(problems).toEqual([]);
  await learners.close();
  await managers.close();
});
