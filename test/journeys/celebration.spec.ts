/** The end of a program at the learner and at their manager, each with two tabs. */
import { expect, type Page, test } from '@playwright/test';
import { programInProgress } from './support/api.ts';
import { LEARNER, MANAGER } from './support/logins.ts';
import { signIn, watchProblems } from './support/people.ts';
import { type RunningServer, startServer } from './support/startServer.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.dispose());

const card = (page: Page) => page.getByRole('status').filter({ hasText: 'Congratulations' });
const second = (page: Page) => page.getByText('All Selected Topics Completed', { exact: true });
const picture = (page: Page) => page.locator('body > canvas');

test('plays 9 s at the learner and at an onlooker, in one tab of each, and never again', async ({
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
  const learnersOther = await learners.newPage();
  await learnersOther.goto(`${server.url}${path}`);
  const manager = await signIn(managers, server.url, MANAGER);
  const managersOther = await managers.newPage();
  await managersOther.goto(`${server.url}/team`);
  await expect(managersOther.locator('main h1')).toBeVisible();
  await learner.bringToFront();

  const complete = learner.getByRole('button', { name: 'Complete topic' });
  await complete.first().click();
  await expect(complete).toHaveCount(1);
  await expect(card(learner)).toHaveCount(0);
  await complete.click();

  await expect(card(learner)).toBeVisible();
  await expect(second(learner)).toHaveCount(0);
  await expect(picture(learner)).toHaveCount(1);
  await learner.clock.fastForward(2_000);
  await expect(second(learner)).toBeVisible();
  await learner.clock.fastForward(4_900);
  await expect(card(learner)).toBeVisible();
  await learner.clock.fastForward(300);
  await expect(second(learner)).toHaveCount(0);
  await expect(card(learner)).toBeVisible();
  await learner.clock.fastForward(2_000);
  await expect(card(learner)).toHaveCount(0);
  await expect(picture(learner)).toHaveCount(0);
  await expect(card(learnersOther)).toHaveCount(0);

  // One of the manager's tabs has it, as a still card, until Escape.
  const shown = async () => (await card(manager).count()) + (await card(managersOther).count());
  await expect.poll(shown).toBe(1);
  const there = (await card(manager).count()) === 1 ? manager : managersOther;
  await expect(card(there)).toContainText('chose, practised and completed every topic');
  await expect(picture(there)).toHaveCount(0);
  await there.bringToFront();
  await there.keyboard.press('Escape');
  await expect.poll(shown).toBe(0);

  for (const page of [learner, manager, managersOther]) {
    await page.reload();
    await expect(page.locator('main h1')).toBeVisible();
    await page.getByRole('button', { name: /^Notifications/ }).click();
  }
  await expect(
    manager.getByRole('region', { name: 'Notifications' }).getByText('has completed all selected topics in'),
  ).toBeVisible();
  for (const page of [learner, manager, managersOther]) await expect(card(page)).toHaveCount(0);
  expect(problems).toEqual([]);
  await learners.close();
  await managers.close();
});
