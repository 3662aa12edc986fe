import type { AdminOverview, Content, Home, TeamMember } from '#contract/home.ts';
import { startApi, type TestApi } from '#test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

const kindsOf = ({ needs }: Home) => needs.map(({ kind }) => kind);

describe('home', () => {
  it('begins for a learner with topics that only wait to be completed, and says who will hear of it', async () => {
    const org = await api.organisation({ stepsDone: 2, leftReady: 1 });
    const { body } = await (await api.as(org, org.learner)).get<Home>('/api/home');
    expect(kindsOf(body)).toEqual(['topic_ready', 'next_step']);
    expect(body.needs[0]).toMatchObject({
      title: 'Complete “First topic”',
      reason: expect.stringMatching(/Completing it tells Coach Person and Manager Person\.$/),
      path: `/program/${org.programId}`,
    });
    expect(body.needs[1]).toMatchObject({ title: 'Do', group: 'week' });
    expect(body.continue).toMatchObject({ programId: org.programId, nextStep: { title: 'Do' } });
  });

  it('says of a topic that is to be confirmed who is asked', async () => {
    const org = await api.organisation({ stepsDone: 2, leftReady: 1 });
    await api.pool.query(`update programs set confirmation = 'coach' where id = $1`, [org.programId]);
    const { body } = await (await api.as(org, org.learner)).get<Home>('/api/home');
    expect(body.needs[0]?.reason).toMatch(/ Completing it asks Coach Person to confirm it\.$/);
  });

  it('puts first what is overdue', async () => {
    const org = await api.organisation({ stepsDone: 2, leftReady: 1, dueInDays: -2 });
    const { body } = await (await api.as(org, org.learner)).get<Home>('/api/home');
    expect(body.needs.map(({ group }) => group)).toEqual(['overdue', 'overdue']);
  });

  it('asks somebody new to choose and to answer, and counts what was done this week', async () => {
    const org = await api.organisation({ topics: [] });
    await api.pool.query('update enrolments set user_id = $1 where tenant_id = $2', [
      org.newcomer.userId,
      org.tenantId,
    ]);
    const { body } = await (await api.as(org, org.newcomer)).get<Home>('/api/home');
    expect(kindsOf(body).sort()).toEqual(['choose_topics', 'propensity']);
    expect(body).toMatchObject({ doneThisWeek: 0, continue: null });
  });

  it('tells a manager who completed something and who has gone quiet, and leads to their page', async () => {
    const fresh = await api.organisation({ stepsDone: 2, lastDaysAgo: 2 });
    const { body } = await (await api.as(fresh, fresh.manager)).get<Home>('/api/home');
    expect(body.needs).toEqual([
      expect.objectContaining({
        kind: 'report_completed',
        title: 'Learner Person completed “First topic”',
        path: `/program/${fresh.programId}/sessions/${fresh.learner.userId}?show=topics`,
      }),
    ]);
    const quiet = await api.organisation({ stepsDone: 1, lastDaysAgo: 20 });
    const { body: later } = await (await api.as(quiet, quiet.manager)).get<Home>('/api/home');
    expect(kindsOf(later)).toEqual(['report_quiet']);
    expect(later.needs[0]?.title).toMatch(/^Learner Person has been quiet for (19|20) days$/);
  });

  it('tells an administrator how many have no profile', async () => {
    const org = await api.organisation();
    const { body } = await (await api.as(org, org.admin)).get<Home>('/api/home');
    expect(body.needs).toEqual([
      expect.objectContaining({
        kind: 'people_without_profile',
        title: '1 person has not filled in their profile',
      }),
    ]);
  });
});

describe('the team', () => {
  it('is the people who report to the viewer, those with a reason first, and nobody’s otherwise', async () => {
    const org = await api.organisation({ stepsDone: 1, lastDaysAgo: 20 });
    const { body } = await (await api.as(org, org.manager)).get<{ data: TeamMember[] }>('/api/team');
    expect(body.data.map(({ userId }) => userId)).toEqual([
      org.learner.userId,
      org.colleague.userId,
      org.newcomer.userId,
    ]);
    expect(body.data[0]).toMatchObject({
      reason: expect.stringContaining('Nothing in A program since'),
      programs: [{ programName: 'A program', progress: { done: 1, total: 4, percent: 25 } }],
    });
    expect((await (await api.as(org, org.learner)).get('/api/team')).body).toEqual({
      data: [],
      total: 0,
      needing: 0,
    });
  });
});

describe('the organisation in figures', () => {
  it('counts what the program pages count', async () => {
    const org = await api.organisation({ stepsDone: 3 });
    const { body } = await (await api.as(org, org.admin)).get<AdminOverview>('/api/admin/overview');
    expect(body).toMatchObject({
      people: { active: 6, withoutProfile: 1, withoutScore: 1, deactivated: 0 },
      departments: [
        { name: 'People', people: 2 },
        { name: 'Sales', people: 4 },
      ],
      programs: [{ learners: 1, completed: 0, progress: { done: 3, total: 4, percent: 75 } }],
    });
    expect((await (await api.as(org, org.manager)).get('/api/admin/overview')).status).toBe(404);
  });
});

describe('the library', () => {
  it('lists the topics for those who may author', async () => {
    const org = await api.organisation();
    const { body } = await (await api.as(org, org.coach)).get<Content>('/api/content');
    expect(
      body.data.map(({ title, steps, minutes, version, programNames }) => [
        title,
        steps,
        minutes,
        version,
        programNames,
      ]),
    ).toEqual([
      ['First topic', 3, 15, 1, ['A program']],
      ['Second topic', 2, 10, 1, ['A program']],
      ['Third topic', 1, 5, 1, ['A program']],
    ]);
    expect((await (await api.as(org, org.learner)).get('/api/content')).status).toBe(404);
  });
});
