import { expect, type Locator, type Page, test } from '@playwright/test';
import type { TeamPage } from '#contract/home.ts';
import type { InvitablePrograms } from '#contract/invitations.ts';
import type { Objective } from '#contract/objectives.ts';
import type { ProgramPage } from '#contract/programs.ts';
import type { SessionUser } from '#contract/session.ts';
import { apiAs } from './support/api.ts';
import { LEARNER, MANAGER } from './support/logins.ts';
import { expectSound, mostly, nameOf, SMALL, WIDE } from './support/looks.ts';
import { signIn, watchProblems } from './support/people.ts';
import { type RunningServer, startServer } from './support/startServer.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.dispose());

/** What no screen of the person in the story does. */
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

/** A program of the manager's in which the learner does not take part yet, with an invitation to it. */
async function invite() {
  const learner = await apiAs(server.url, LEARNER);
  const { userId } = (await learner.get<SessionUser>('/api/session')).body;
  const own = (await learner.get<ProgramPage>('/api/programs')).body.data.map(({ programId }) => programId);
  const manager = await apiAs(server.url, MANAGER);
  const { data } = (await manager.get<InvitablePrograms>('/api/programs/invitable')).body;
  const program = data.find(({ programId }) => !own.includes(programId));
  if (!program) throw new Error('The demo learner takes part in every program already');
  await send(MANAGER, 'POST', `/api/programs/${program.programId}/invitations`, {
    userIds: [userId],
    coachId: null,
    dueOn: null,
  });
  return { ...program, userId };
}

/** Presses Tab until the thing has the focus, as somebody without a pointer does. */
async function reach(page: Page, thing: Locator) {
  for (let press = 0; press < 120; press++) {
    if (await thing.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Not reached by keyboard: ${thing.toString()}`);
}
async function pressOn(page: Page, thing: Locator, key = 'Enter') {
  await reach(page, thing);
  await page.keyboard.press(key);
}

/** KEYS=small tells it on a phone's width. */
test('invited, chosen, done, noted and answered, with the keyboard alone', async ({ browser }) => {
  const { programId, programName } = await invite();
  const look = process.env.KEYS === 'small' ? SMALL : WIDE;
  const context = await browser.newContext({ ...look, reducedMotion: 'reduce' });
  const page = await signIn(context, server.url, LEARNER, `/program/${programId}`);
  const problems = watchProblems(page);
  await expect(page.getByRole('heading', { name: `You are invited to ${programName}` })).toBeVisible();
  await expectSound(page, 'invitation');
  await pressOn(page, page.getByRole('button', { name: 'Accept' }));

  // The button is gone: the focus is where the way goes on.
  await expect(page.getByRole('heading', { name: 'What do you want to get better at?' })).toBeFocused();
  await pressOn(page, page.getByRole('checkbox').first(), 'Space');
  await reach(page, page.getByLabel('Why this one'));
  await page.keyboard.type('My team waits for me');
  await expectSound(page, 'picker');
  await pressOn(page, page.getByRole('button', { name: 'Save topics' }));
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  await expect(page.getByText('My team waits for me')).toBeVisible();

  const before = await page.getByRole('list', { name: /^Steps: 0 of/ }).getAttribute('aria-label');
  await pressOn(page, page.locator('.step-title').first());
  await pressOn(page, page.getByRole('button', { name: 'Mark as done' }));
  await expect(page.getByRole('list', { name: before?.replace('0 of', '1 of') ?? '' })).toBeVisible();
  await expectSound(page, 'a step is done');

  await page.goto(`${server.url}/profile?show=objectives&objective=new`);
  await reach(page, page.getByLabel('Title'));
  await page.keyboard.type('Ask before I tell');
  await reach(page, page.getByLabel('How you will see it'));
  await page.keyboard.type('My team decides without me');
  const visibility = page.getByLabel('Who may read it');
  await reach(page, visibility);
  await page.keyboard.type('You, your coach and your m');
  await expect(visibility).toHaveValue('manager');
  await pressOn(page, page.getByRole('button', { name: 'Start it' }));
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
  await pressOn(page, page.getByRole('link', { name: /^See change: / }).last());
  const change = page.getByRole('article', { name: /^Changed by / });
  await expect(change).toContainText('Shorter is easier to keep');
  await expectSound(page, 'a change to answer');
  await pressOn(page, change.getByRole('button', { name: 'Accept' }));
  await expect(change).toBeHidden();
  expect(problems).toEqual([]);
  await context.close();
});

for (const look of mostly(SMALL)) {
  test(`what opens on the screens of growth is sound, ${nameOf(look)}`, async ({ browser }) => {
    const { body: me } = await (await apiAs(server.url, LEARNER)).get<SessionUser>('/api/session');
    const { body: own } = await (await apiAs(server.url, LEARNER)).get<ProgramPage>('/api/programs');
    const programId = own.data.find(({ enrolment }) => enrolment === 'active')?.programId;
    const learners = await browser.newContext({ ...look, reducedMotion: 'reduce' });
    const learner = await signIn(learners, server.url, LEARNER, `/program/${programId}`);
    await learner.locator('.why > summary').first().click();
    await expect(learner.getByRole('table', { name: /^The steps that make/ })).toBeVisible();
    await learner.getByText('How you chose your topics').click();
    await expectSound(learner, 'why and history');
    await learner.getByRole('button', { name: 'Leave this program' }).click();
    await learner.getByRole('button', { name: 'Leave the program' }).click();
    await expect(learner.getByLabel('Why you leave')).toBeFocused();
    await expectSound(learner, 'leaving wants a reason');
    await learner.goto(`${server.url}/profile?show=objectives`);
    await expect(learner.getByRole('tab', { name: 'Objectives', selected: true })).toBeVisible();
    await expectSound(learner, 'objectives');
    await learners.close();

    const managers = await browser.newContext({ ...look, reducedMotion: 'reduce' });
    const manager = await signIn(managers, server.url, MANAGER, `/team?person=${me.userId}`);
    await expect(manager.getByText('You do not see')).toBeVisible();
    await expectSound(manager, 'a person and what one sees of them');
    await manager.goto(`${server.url}/team`);
    await manager.getByRole('button', { name: 'Invite to a program' }).click();
    await manager.getByRole('button', { name: 'Invite', exact: true }).click();
    await expect(manager.getByLabel('Program', { exact: true })).toBeFocused();
    await expectSound(manager, 'an invitation without a program');
    await manager.getByLabel('Program', { exact: true }).selectOption({ index: 1 });
    await manager
      .getByRole('searchbox', { name: 'Find people' })
      .fill(me.firstName.slice(0, 3).toUpperCase());
    await expect(manager.getByRole('checkbox')).toHaveCount(1);
    await expect(manager.getByRole('checkbox', { name: new RegExp(`^${me.firstName}`) })).toBeVisible();
    await expectSound(manager, 'somebody found to invite');
    await manager.goto(`${server.url}/team?person=999999`);
    await expect(manager.getByRole('heading', { name: 'This person is not there' })).toBeVisible();
    await expect(manager.getByRole('button', { name: /^Notifications/ })).toBeVisible();
    await managers.close();
  });
}

test('of two thousand reports only those near the window are laid out', async ({ browser }) => {
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
  await expect(rows).toHaveCount(2_000);
  const laidOut = () =>
    rows.evaluateAll(
      (all) =>
        all.filter((row) => row.firstElementChild?.checkVisibility({ contentVisibilityAuto: true })).length,
    );
  await expect.poll(laidOut).toBeGreaterThan(3);
  expect(await laidOut()).toBeLessThan(60);
  // Rows that come near are laid out and grow, so one goes on until the end is there.
  await expect(async () => {
    await rows.last().scrollIntoViewIfNeeded();
    await expect(rows.last()).toBeInViewport({ timeout: 500 });
  }).toPass();
  expect(await laidOut()).toBeLessThan(120);
  await context.close();
});
