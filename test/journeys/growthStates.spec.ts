import { expect, type Page, test } from '@playwright/test';
import type { Home, TeamPage } from '#contract/home.ts';
import type { Objective } from '#contract/objectives.ts';
import type { Program, ProgramPage } from '#contract/programs.ts';
import { apiAs, programInProgress } from './support/api.ts';
import { LEARNER, MANAGER } from './support/logins.ts';
import { DARK_WIDE, expectSound, mostly, nameOf, showsAll } from './support/looks.ts';
import { signIn } from './support/people.ts';
import { type RunningServer, startServer } from './support/startServer.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.dispose());

interface State {
  name: string;
  who: string;
  path: string;
  /** What the service answers instead; the rest of the answer is the real one. */
  given?: (page: Page) => Promise<unknown>;
  /** What somebody does there. */
  does?: (page: Page) => Promise<void>;
  /** What is seen then. */
  sees: string;
}

/** The real answer, with something changed. */
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
      json: { code: 'unexpected', message: 'Something went wrong here. It was reported.', requestId: 'r1' },
    }),
  );

const UNBROKEN = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen';
/** Everything with a name is called by one that no line holds. */
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

/** A program that its learner went through to the end. */
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
  const everyDay: State[] = [
    {
      name: 'home with unbroken names',
      who: MANAGER,
      path: '/home',
      given: answered<Home>('**/api/home', withLongNames),
      sees: UNBROKEN,
    },
    {
      name: 'a finished program',
      who: LEARNER,
      path: `/program/${programId}`,
      given: answered<Program>(own, finished),
      sees: 'You completed this program',
    },
    {
      name: 'topics that were changed elsewhere',
      who: LEARNER,
      path: picker,
      given: (page) =>
        page.route('**/goals', (route) =>
          route.fulfill({ status: 409, json: { code: 'conflict', message: 'Changed', requestId: 'r1' } }),
        ),
      does: (page) => page.getByRole('button', { name: 'Save topics' }).click(),
      sees: 'Your topics were changed elsewhere while you chose.',
    },
    {
      name: 'a person whom one managed before',
      who: MANAGER,
      path: `/team?person=${userId}`,
      given: answered<{ access: object }>(`**/api/team/${userId}`, (person) => ({
        ...person,
        access: { ...person.access, until: '2026-11-10', readableUntil: '2027-02-08' },
      })),
      sees: 'to read only',
    },
  ];
  if (!showsAll) return everyDay;
  return [
    ...everyDay,
    {
      name: 'home without needs',
      who: LEARNER,
      path: '/home',
      given: answered<Home>('**/api/home', (home) => ({ ...home, needs: [], continue: null })),
      sees: 'Nothing is due',
    },
    { name: 'home failed', who: LEARNER, path: '/home', given: failing('**/api/home'), sees: 'did not load' },
    { name: 'home offline', who: LEARNER, path: '/home', does: goOffline, sees: 'You are offline.' },
    {
      name: 'no programs',
      who: LEARNER,
      path: '/program',
      given: answered<ProgramPage>('**/api/programs?*', () => ({ data: [], total: 0 })),
      sees: 'You are in no program yet',
    },
    {
      name: 'programs with unbroken names',
      who: LEARNER,
      path: '/program',
      given: answered<ProgramPage>('**/api/programs?*', withLongNames),
      sees: UNBROKEN,
    },
    {
      name: 'a program failed',
      who: LEARNER,
      path: `/program/${programId}`,
      given: failing(own),
      sees: 'The program did not load',
    },
    {
      name: 'a program with unbroken names',
      who: LEARNER,
      path: `/program/${programId}`,
      given: answered<Program>(own, withLongNames),
      sees: UNBROKEN,
    },
    {
      name: 'a topic that cannot be completed offline',
      who: LEARNER,
      path: `/program/${programId}`,
      does: async (page) => {
        await goOffline(page);
        await page.getByRole('button', { name: 'Complete topic' }).first().click();
      },
      sees: 'is not completed yet.',
    },
    {
      name: 'the picker with unbroken names',
      who: LEARNER,
      path: picker,
      given: answered<Program>(own, withLongNames),
      sees: UNBROKEN,
    },
    {
      name: 'no objectives',
      who: LEARNER,
      path: objectives,
      given: answered<{ data: unknown[] }>('**/api/objectives', (list) => ({ ...list, data: [] })),
      sees: 'No objectives yet',
    },
    {
      name: 'objectives failed',
      who: LEARNER,
      path: objectives,
      given: failing('**/api/objectives'),
      sees: 'Your objectives did not load',
    },
    {
      name: 'an objective with two wrong fields',
      who: LEARNER,
      path: `${objectives}&objective=new`,
      does: (page) => page.getByRole('button', { name: 'Start it' }).click(),
      sees: 'Not saved yet',
    },
    {
      name: 'an objective that was changed on both sides',
      who: LEARNER,
      path: `${objectives}&objective=${objective?.objectiveId}`,
      given: async (page) => {
        const now = { ...objective, title: 'What somebody else made of it', version: 99 };
        await page.route('**/api/objectives/*', (route) =>
          route.request().method() === 'PUT'
            ? route.fulfill({
                status: 409,
                json: { code: 'objective-changed', message: 'Changed', requestId: 'r1', theirs: now },
              })
            : route.continue(),
        );
      },
      does: async (page) => {
        await page.getByRole('button', { name: 'Edit', exact: true }).click();
        await page.getByLabel('Title').fill('What I made of it');
        await page.getByRole('button', { name: 'Save changes' }).click();
      },
      sees: 'This objective was changed while you wrote',
    },
    {
      name: 'nobody in the team',
      who: MANAGER,
      path: '/team',
      given: answered<TeamPage>(team, () => ({ data: [], total: 0, needing: 0 })),
      sees: 'Nobody reports to you',
    },
    { name: 'the team failed', who: MANAGER, path: '/team', given: failing(team), sees: 'did not load' },
    {
      name: 'a team with unbroken names',
      who: MANAGER,
      path: '/team',
      given: answered<TeamPage>(team, withLongNames),
      sees: UNBROKEN,
    },
    {
      name: 'a learner with unbroken names',
      who: MANAGER,
      path: topics,
      given: answered('**/learners/*', withLongNames),
      sees: UNBROKEN,
    },
    {
      name: 'a learner failed',
      who: MANAGER,
      path: topics,
      given: failing('**/learners/*'),
      sees: 'The page did not load',
    },
  ];
}

for (const look of mostly(DARK_WIDE)) {
  test(`the special states of growth are sound, ${nameOf(look)}`, async ({ browser }) => {
    const wanted = await states();
    test.setTimeout(test.info().timeout + wanted.length * 5_000);
    for (const who of [LEARNER, MANAGER]) {
      const context = await browser.newContext({ ...look, reducedMotion: 'reduce' });
      await (await signIn(context, server.url, who)).close();
      for (const { name, path, given, does, sees } of wanted.filter((state) => state.who === who)) {
        const page = await context.newPage();
        await given?.(page);
        await page.goto(`${server.url}${path}`);
        await expect(page.locator('main h1')).toBeVisible();
        await expect(page.getByRole('status').filter({ hasText: /^Loading$/ })).toHaveCount(0);
        await does?.(page);
        await expect(page.getByText(sees).first(), name).toBeVisible();
        await expectSound(page, `${name}, ${nameOf(look)}`);
        await context.setOffline(false);
        await page.close();
      }
      await context.close();
    }
  });
}
