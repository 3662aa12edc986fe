import type { AdminOverview } from '#contract/admin.ts';
import type { Content } from '#contract/content.ts';
import type { Home } from '#contract/home.ts';
import type { TeamMember } from '#contract/team.ts';
import { startApi, type TestApi } from '#test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

const kindsOf = ({ needs }: Home) => needs.map(({ kind }) => kind);

describe('home', () => {
  it('lists topics that are ready to complete first and says who is notified', async () => {
    const org = await api.organisation({ stepsDone: 2, leftReady: 1 });
    const { body } = await (await api.as(org, org.learner)).get<Home>('/api/home');
    expect(kindsOf(body)).toEqual(['topic_ready', 'next_step']);
    expect(body.needs[0]).toMatchObject({
      title: '“First topic” is ready to complete',
      reason: expect.stringMatching(/When you complete it, Coach Person and Manager Person are notified\.$/),
      verb: 'Complete topic',
      path: expect.stringMatching(`^/program/${org.programId}#complete-[a-z0-9]{16}$`),
    });
    expect(body.needs[1]).toMatchObject({
      title: 'Do',
      group: 'week',
      path: expect.stringMatching(`^/program/${org.programId}#step-[a-z0-9]{16}-`),
    });
    expect(body.continue).toMatchObject({ programId: org.programId, nextStep: { title: 'Do' } });
  });

  it('says who is asked to confirm a topic', async () => {
    const org = await api.organisation({ stepsDone: 2, leftReady: 1 });
    await api.pool.query(`update programs set confirmation = 'coach' where id = $1`, [org.programId]);
    const { body } = await (await api.as(org, org.learner)).get<Home>('/api/home');
    expect(body.needs[0]?.reason).toMatch(/ When you complete it, Coach Person is asked to confirm it\.$/);
  });

  it('lists overdue needs first', async () => {
    const org = await api.organisation({ stepsDone: 2, leftReady: 1, dueInDays: -2 });
    const { body } = await (await api.as(org, org.learner)).get<Home>('/api/home');
    expect(body.needs.map(({ group }) => group)).toEqual(['overdue', 'overdue']);
  });

  it('asks a new learner to select topics and to answer the readiness questions', async () => {
    const org = await api.organisation({ topics: [] });
    await api.pool.query('update enrolments set user_id = $1 where tenant_id = $2', [
      org.newcomer.userId,
      org.tenantId,
    ]);
    const { body } = await (await api.as(org, org.newcomer)).get<Home>('/api/home');
    expect(kindsOf(body).sort()).toEqual(['choose_topics', 'propensity']);
    expect(body).toMatchObject({ doneThisWeek: 0, continue: null });
  });

  it('shows a manager recent completions and inactive reports, with links to their pages', async () => {
    const fresh = await api.organisation({ stepsDone: 2, lastDaysAgo: 2 });
    const { body } = await (await api.as(fresh, fresh.manager)).get<Home>('/api/home');
    expect(body.needs).toEqual([
      expect.objectContaining({
        kind: 'report_completed',
        title: 'Learner Person completed “First topic”',
        path: expect.stringContaining(`/sessions/${fresh.learner.userId}?show=topics#topic-`),
      }),
    ]);
    const inactive = await api.organisation({ stepsDone: 1, lastDaysAgo: 20 });
    const { body: later } = await (await api.as(inactive, inactive.manager)).get<Home>('/api/home');
    expect(kindsOf(later)).toEqual(['report_quiet']);
    expect(later.needs[0]?.title).toMatch(/^Learner Person has been inactive for (19|20) days$/);
  });

  it('shows an administrator how many people have no profile', async () => {
    const org = await api.organisation();
    const { body } = await (await api.as(org, org.admin)).get<Home>('/api/home');
    expect(body.needs).toEqual([
      expect.objectContaining({
        kind: 'people_without_profile',
        title: '1 person has not completed their profile',
      }),
    ]);
  });
});

describe('the team', () => {
  it('lists the viewer’s reports, those who need attention first, and is empty without reports', async () => {
    const org = await api.organisation({ stepsDone: 1, lastDaysAgo: 20 });
    const { body } = await (await api.as(org, org.manager)).get<{ data: TeamMember[] }>('/api/team');
    expect(body.data.map(({ userId }) => userId)).toEqual([
      org.learner.userId,
      org.colleague.userId,
      org.newcomer.userId,
    ]);
    expect(body.data[0]).toMatchObject({
      reason: expect.stringContaining('No activity in A program since'),
      programs: [{ programName: 'A program', progress: { done: 1, total: 4, percent: 25 } }],
    });
    expect((await (await api.as(org, org.learner)).get('/api/team')).body).toEqual({
      data: [],
      total: 0,
      needing: 0,
    });
  });
});

describe('the overview for administrators', () => {
  it('counts people, departments and the progress of programs', async () => {
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
  it('lists the topics for authors only', async () => {
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
