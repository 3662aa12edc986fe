import { expect, type Page } from '@playwright/test';
import type { Home } from '#contract/home.ts';
import type { Objective } from '#contract/learning/objectives.ts';
import type { ProgramPage } from '#contract/learning/programSummaries.ts';
import type { Program } from '#contract/learning/programs.ts';
import type { TeamPage } from '#contract/team.ts';
import { apiAs, programInProgress } from '#test/journeys/support/api.ts';
import {
  appearanceName,
  appearancesOf,
  DARK_WIDE,
  expectAccessible,
} from '#test/journeys/support/appearances.ts';
import { LEARNER, MANAGER } from '#test/journeys/support/logins.ts';
import { checksAllAppearances } from '#test/journeys/support/pageChecks.ts';
import { signIn } from '#test/journeys/support/people.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.dispose());

interface State {
  name: string;
  who: string;
  path: string;
  /** Changes a real response from the server. */
  setUp?: (page: Page) => Promise<unknown>;
  /** Acts on the page. */
  act?: (page: Page) => Promise<void>;
  /** Text that is visible after `act`. */
  shows: string;
}

/** Changes a part of the real response. */
const answered =
  <T>(address: string, change: (body: T) => unknown) =>
  (page: Page) =>
    page.route(address, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: change((await answer.json()) as T) });
    });
const failing = (address: string) => (page: Page) =>
  page.route(address, (route) =>
    route.fulfill({
      status: 500,
      json: { code: 'unexpected', message: 'Something went wrong. The error was reported.', requestId: 'r1' },
    }),
  );

const UNBROKEN = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen';
/** Adds a word that does not fit on one line to every name. */
function withLongNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLongNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      ['lastName', 'title', 'programName', 'topicTitle'].includes(key) && typeof inner === 'string'
        ? `${inner} ${UNBROKEN}`
        : withLongNames(inner),
    ]),
  );
}

/** A program that its learner has completed. */
const finished = (program: Program): Program => ({
  ...program,
  enrolment: 'completed',
  can: { answerInvitation: false, choose: false, finish: false, withdraw: false, beginAgain: true },
  topics: program.topics.map((topic) =>
    topic.state === 'not_selected'
      ? topic
      : { ...topic, state: 'completed', can: { complete: false, upgrade: false } },
  ),
});

async function states(): Promise<State[]> {
  const { programId } = await programInProgress(server.url, LEARNER);
  const learner = await apiAs(server.url, LEARNER);
  const { userId } = (await learner.get<{ userId: number }>('/api/session')).body;
  const [objective] = (await learner.get<{ data: Objective[] }>('/api/objectives')).body.data;
  const own = '**/api/programs/*';
  const team = '**/api/team?*';
  const picker = `/program/${programId}?show=choose`;
  const objectives = '/profile?show=objectives';
  const topics = `/program/${programId}/sessions/${userId}?show=topics`;
  const goOffline = (page: Page) => page.context().setOffline(true);
  const mainStates: State[] = [
    {
      name: 'home with unbroken names',
      who: MANAGER,
      path: '/home',
      setUp: answered<Home>('**/api/home', withLongNames),
      shows: UNBROKEN,
    },
    {
      name: 'a finished program',
      who: LEARNER,
      path: `/program/${programId}`,
      setUp: answered<Program>(own, finished),
      shows: 'You completed',
    },
    {
      name: 'topics that were changed elsewhere',
      who: LEARNER,
      path: picker,
      setUp: (page) =>
        page.route('**/goals', (route) =>
          route.fulfill({ status: 409, json: { code: 'conflict', message: 'Changed', requestId: 'r1' } }),
        ),
      act: (page) => page.getByRole('button', { name: 'Save topics' }).click(),
      shows: 'Your topics were changed elsewhere.',
    },
    {
      name: 'a former direct report',
      who: MANAGER,
      path: `/team?person=${userId}`,
      setUp: answered<{ access: object }>(`**/api/team/${userId}`, (person) => ({
        ...person,
        access: { ...person.access, until: '2026-11-10', readableUntil: '2027-02-08' },
      })),
      shows: 'read-only access',
    },
  ];
  if (!checksAllAppearances) return mainStates;
  return [
    ...mainStates,
    {
      name: 'home without needs',
      who: LEARNER,
      path: '/home',
      setUp: answered<Home>('**/api/home', (home) => ({ ...home, needs: [], continue: null })),
      shows: 'You are up to date',
    },
    {
      name: 'home failed',
      who: LEARNER,
      path: '/home',
      setUp: failing('**/api/home'),
      shows: 'did not load',
    },
    { name: 'home offline', who: LEARNER, path: '/home', act: goOffline, shows: 'You are offline.' },
    {
      name: 'no programs',
      who: LEARNER,
      path: '/program',
      setUp: answered<ProgramPage>('**/api/programs?*', () => ({ data: [], total: 0 })),
      shows: 'No programs yet',
    },
    {
      name: 'programs with unbroken names',
      who: LEARNER,
      path: '/program',
      setUp: answered<ProgramPage>('**/api/programs?*', withLongNames),
      shows: UNBROKEN,
    },
    {
      name: 'a program failed',
      who: LEARNER,
      path: `/program/${programId}`,
      setUp: failing(own),
      shows: 'The program did not load',
    },
    {
      name: 'a program with unbroken names',
      who: LEARNER,
      path: `/program/${programId}`,
      setUp: answered<Program>(own, withLongNames),
      shows: UNBROKEN,
    },
    {
      name: 'a topic that cannot be completed offline',
      who: LEARNER,
      path: `/program/${programId}`,
      act: async (page) => {
        await goOffline(page);
        await page.getByRole('button', { name: 'Complete topic' }).first().click();
      },
      shows: 'was not completed.',
    },
    {
      name: 'the picker with unbroken names',
      who: LEARNER,
      path: picker,
      setUp: answered<Program>(own, withLongNames),
      shows: UNBROKEN,
    },
    {
      name: 'no objectives',
      who: LEARNER,
      path: objectives,
      setUp: answered<{ data: unknown[] }>('**/api/objectives', (list) => ({ ...list, data: [] })),
      shows: 'No objectives yet',
    },
    {
      name: 'objectives failed',
      who: LEARNER,
      path: objectives,
      setUp: failing('**/api/objectives'),
      shows: 'Your objectives did not load',
    },
    {
      name: 'an objective with two wrong fields',
      who: LEARNER,
      path: `${objectives}&objective=new`,
      act: (page) => page.getByRole('button', { name: 'Start objective' }).click(),
      shows: 'The objective was not saved',
    },
    {
      name: 'an objective that was changed on both sides',
      who: LEARNER,
      path: `${objectives}&objective=${objective?.objectiveId}`,
      setUp: async (page) => {
        const now = { ...objective, title: 'A title by someone else', version: 99 };
        await page.route('**/api/objectives/*', (route) =>
          route.request().method() === 'PUT'
            ? route.fulfill({
                status: 409,
                json: { code: 'objective-changed', message: 'Changed', requestId: 'r1', theirs: now },
              })
            : route.continue(),
        );
      },
      act: async (page) => {
        await page.getByRole('button', { name: 'Edit', exact: true }).click();
        await page.getByLabel('Title').fill('My title');
        await page.getByRole('button', { name: 'Save changes' }).click();
      },
      shows: 'This objective was changed while you were editing it',
    },
    {
      name: 'an empty team',
      who: MANAGER,
      path: '/team',
      setUp: answered<TeamPage>(team, () => ({ data: [], total: 0, needing: 0 })),
      shows: 'No direct reports',
    },
    { name: 'the team failed', who: MANAGER, path: '/team', setUp: failing(team), shows: 'did not load' },
    {
      name: 'a team with unbroken names',
      who: MANAGER,
      path: '/team',
      setUp: answered<TeamPage>(team, withLongNames),
      shows: UNBROKEN,
    },
    {
      name: 'a learner with unbroken names',
      who: MANAGER,
      path: topics,
      setUp: answered('**/learners/*', withLongNames),
      shows: UNBROKEN,
    },
    {
      name: 'a learner failed',
      who: MANAGER,
      path: topics,
      setUp: failing('**/learners/*'),
      shows: 'The page did not load',
    },
  ];
}

for (const appearance of appearancesOf(DARK_WIDE)) {
  test(`special states of the growth screens are accessible, ${appearanceName(appearance)}`, async ({
    browser,
  }) => {
    const selectedStates = await states();
    test.setTimeout(test.info().timeout + selectedStates.length * 5_000);
    for (const who of [LEARNER, MANAGER]) {
      const context = await browser.newContext({ ...appearance, reducedMotion: 'reduce' });
      await (await signIn(context, server.url, who)).close();
      for (const { name, path, setUp, act, shows } of selectedStates.filter((state) => state.who === who)) {
        const page = await context.newPage();
        await setUp?.(page);
        await page.goto(`${server.url}${path}`);
        await expect(page.locator('main h1')).toBeVisible();
        await expect(page.getByRole('status').filter({ hasText: /^Loading$/ })).toHaveCount(0);
        await act?.(page);
        await expect(page.getByText(shows).first(), name).toBeVisible();
        await expectAccessible(page, `${name}, ${appearanceName(appearance)}`);
        await context.setOffline(false);
        await page.close();
      }
      await context.close();
    }
  });
}
