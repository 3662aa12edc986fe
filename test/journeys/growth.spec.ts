import { expect, type Locator, type Page } from '@playwright/test';
import type { SessionUser } from '#contract/access/session.ts';
import type { Objective } from '#contract/learning/objectives.ts';
import type { ProgramPage } from '#contract/learning/programSummaries.ts';
import type { InvitablePrograms } from '#contract/notifications/invitations.ts';
import type { TeamPage } from '#contract/team.ts';
import { apiAs } from '#test/journeys/support/api.ts';
import {
  appearanceName,
  appearancesOf,
  expectAccessible,
  SMALL,
  WIDE,
} from '#test/journeys/support/appearances.ts';
import { LEARNER, MANAGER } from '#test/journeys/support/logins.ts';
import { signIn, watchProblems } from '#test/journeys/support/people.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.dispose());

/** Calls the API for actions that are not part of the tested screens. */
async function send(email: string, method: 'POST' | 'PUT', path: string, body: unknown) {
  const { idToken } = await apiAs(server.url, email);
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: idToken, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** Invites the learner to one of the manager's programs that the learner has not joined yet. */
async function invite() {
  const learner = await apiAs(server.url, LEARNER);
  const { userId } = (await learner.get<SessionUser>('/api/session')).body;
  const own = (await learner.get<ProgramPage>('/api/programs')).body.data.map(({ programId }) => programId);
  const manager = await apiAs(server.url, MANAGER);
  const { data } = (await manager.get<InvitablePrograms>('/api/programs/invitable')).body;
  const program = data.find(({ programId }) => !own.includes(programId));
  if (!program) throw new Error('The demo learner is already in every program');
  await send(MANAGER, 'POST', `/api/programs/${program.programId}/invitations`, {
    userIds: [userId],
    coachId: null,
    dueOn: null,
  });
  return { ...program, userId };
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, element: Locator) {
  for (let press = 0; press < 120; press++) {
    if (await element.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Not reachable by keyboard: ${element.toString()}`);
}
async function pressKeyOn(page: Page, element: Locator, key = 'Enter') {
  await tabTo(page, element);
  await page.keyboard.press(key);
}

/** Types at most 20 characters a second, so that drafts change no faster than when a person types. */
const typeText = (page: Page, text: string) => page.keyboard.type(text, { delay: 50 });

/** KEYS=small runs the story at phone width. */
test('a learner joins a program, selects topics, completes a step and responds to a change with the keyboard only', async ({
  browser,
}) => {
  const { programId, programName } = await invite();
  const appearance = process.env.KEYS === 'small' ? SMALL : WIDE;
  const context = await browser.newContext({ ...appearance, reducedMotion: 'reduce' });
  const page = await signIn(context, server.url, LEARNER, `/program/${programId}`);
  const problems = watchProblems(page);
  await expect(page.getByRole('heading', { name: `You are invited to ${programName}` })).toBeVisible();
  await expectAccessible(page, 'invitation');
  await pressKeyOn(page, page.getByRole('button', { name: 'Accept invitation' }));

  // The button disappears, so the focus moves to the next heading.
  await expect(page.getByRole('heading', { name: 'What do you want to get better at?' })).toBeFocused();
  await pressKeyOn(page, page.getByRole('checkbox').first(), 'Space');
  await tabTo(page, page.getByLabel('Reason'));
  await typeText(page, 'My team waits for my decisions');
  await expectAccessible(page, 'picker');
  await pressKeyOn(page, page.getByRole('button', { name: 'Save topics' }));
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  await expect(page.getByText('My team waits for my decisions')).toBeVisible();

  const before = await page.getByRole('list', { name: /^Steps: 0 of/ }).getAttribute('aria-label');
  // The next step is expanded.
  await pressKeyOn(page, page.getByRole('button', { name: 'Mark as done' }));
  await expect(page.getByRole('list', { name: before?.replace('0 of', '1 of') ?? '' })).toBeVisible();
  await expectAccessible(page, 'a step is done');

  await page.goto(`${server.url}/profile?show=objectives&objective=new`);
  await tabTo(page, page.getByLabel('Title'));
  await typeText(page, 'Ask before I tell');
  await tabTo(page, page.getByLabel('Success measure'));
  await typeText(page, 'My team decides without me');
  const visibility = page.getByLabel('Visibility');
  await tabTo(page, visibility);
  await typeText(page, 'You, your coaches and your m');
  await expect(visibility).toHaveValue('manager');
  await pressKeyOn(page, page.getByRole('button', { name: 'Start objective' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Ask before I tell' })).toBeVisible();

  const objectiveId = new URL(page.url()).searchParams.get('objective') ?? '';
  const path = `/api/objectives/${objectiveId}`;
  const { body } = await (await apiAs(server.url, MANAGER)).get<Objective>(path);
  await send(MANAGER, 'PUT', path, {
    title: 'Ask first',
    why: body.why,
    measure: body.measure,
    dueOn: body.dueOn,
    ifThenPlan: body.ifThenPlan,
    topicId: body.topicId,
    visibility: body.visibility,
    version: body.version,
    reason: 'Shorter is easier to keep',
  });
  await page.goto(`${server.url}/home`);
  await pressKeyOn(page, page.getByRole('link', { name: /^Answer: .*“Ask first”/ }));
  const change = page.getByRole('article', { name: /^Changed by / });
  await expect(change).toContainText('Shorter is easier to keep');
  await expectAccessible(page, 'a change to answer');
  await pressKeyOn(page, change.getByRole('button', { name: 'Accept change' }));
  await expect(change).toBeHidden();
  expect(problems).toEqual([]);
  await context.close();
});

for (const appearance of appearancesOf(SMALL)) {
  test(`dialogs and details of the growth screens are accessible, ${appearanceName(appearance)}`, async ({
    browser,
  }) => {
    const { body: me } = await (await apiAs(server.url, LEARNER)).get<SessionUser>('/api/session');
    const { body: own } = await (await apiAs(server.url, LEARNER)).get<ProgramPage>('/api/programs');
    const programId = own.data.find(({ enrolment }) => enrolment === 'active')?.programId;
    const learners = await browser.newContext({ ...appearance, reducedMotion: 'reduce' });
    const learner = await signIn(learners, server.url, LEARNER, `/program/${programId}`);
    await learner.locator('.progress-explanation > summary').first().click();
    await expect(learner.getByRole('table', { name: /^Steps that count towards/ })).toBeVisible();
    await learner.getByText('Topic selection history').click();
    await expectAccessible(learner, 'progress explanation and selection history');
    await learner.getByRole('button', { name: 'Leave this program' }).click();
    await learner.getByRole('button', { name: 'Leave program' }).click();
    await expect(learner.getByLabel('Reason for leaving')).toBeFocused();
    await expectAccessible(learner, 'leaving requires a reason');
    await learner.goto(`${server.url}/profile?show=objectives`);
    await expect(learner.getByRole('tab', { name: 'Objectives', selected: true })).toBeVisible();
    await expectAccessible(learner, 'objectives');
    await learners.close();

    const managers = await browser.newContext({ ...appearance, reducedMotion: 'reduce' });
    const manager = await signIn(managers, server.url, MANAGER, `/team?person=${me.userId}`);
    await manager.getByText(/^You can see \d+ of \d+ kinds of data$/).click();
    await expect(manager.getByText('You cannot see')).toBeVisible();
    await expectAccessible(manager, 'a person and what the manager can see');
    await manager.goto(`${server.url}/team`);
    await manager.getByRole('button', { name: 'Invite to a program' }).click();
    await manager.getByRole('button', { name: 'Invite people', exact: true }).click();
    await expect(manager.getByLabel('Program', { exact: true })).toBeFocused();
    await expectAccessible(manager, 'an invitation without a program');
    await manager.getByLabel('Program', { exact: true }).selectOption({ index: 1 });
    await manager
      .getByRole('searchbox', { name: 'Find people' })
      .fill(me.firstName.slice(0, 3).toUpperCase());
    await expect(manager.getByRole('checkbox')).toHaveCount(1);
    await expect(manager.getByRole('checkbox', { name: new RegExp(`^${me.firstName}`) })).toBeVisible();
    await expectAccessible(manager, 'a person found to invite');
    await manager.goto(`${server.url}/team?person=999999`);
    await expect(manager.getByRole('heading', { name: 'Person not found' })).toBeVisible();
    await expect(manager.getByRole('button', { name: /^Notifications/ })).toBeVisible();
    await managers.close();
  });
}

if (process.env.HARD)
  test('lays out only the rows near the viewport for 2,000 direct reports', async ({ browser }) => {
    const context = await browser.newContext({ ...WIDE, reducedMotion: 'reduce' });
    const page = await signIn(context, server.url, MANAGER, '/home');
    await page.route('**/api/team?*', async (route) => {
      const answer = await route.fetch();
      const team = (await answer.json()) as TeamPage;
      const [one] = team.data;
      if (!one) throw new Error('The demo manager has no reports');
      const data = Array.from({ length: 2_000 }, (_, at) => ({ ...one, userId: 100_000 + at }));
      await route.fulfill({ response: answer, json: { data, total: 2_000, needing: 2_000 } });
    });
    await page.goto(`${server.url}/team`);
    const rows = page.locator('.team-rows tbody tr:not(.table-group)');
    await expect(rows).toHaveCount(2_000, { timeout: 60_000 }); // 2,000 rows take long on a busy machine
    const laidOutRows = () =>
      rows.evaluateAll(
        (all) =>
          all.filter((row) => row.firstElementChild?.checkVisibility({ contentVisibilityAuto: true })).length,
      );
    await expect.poll(laidOutRows).toBeGreaterThan(3);
    expect(await laidOutRows()).toBeLessThan(60);
    // Rows grow when they are laid out, so the test scrolls until the last one stays in the viewport.
    await expect(async () => {
      await rows.last().scrollIntoViewIfNeeded();
      await expect(rows.last()).toBeInViewport({ timeout: 500 });
    }).toPass();
    expect(await laidOutRows()).toBeLessThan(120);
    await context.close();
  });
