import type { AdminPeople } from '#contract/administration/peopleAdmin.ts';
import type { Home } from '#contract/home.ts';
import type { TeamMember, TeamPage, TeamPerson } from '#contract/team.ts';
import { checkInNeeds } from '#server/home/checkInNeeds.ts';
import { dayOfMark } from '#server/home/needMarks.ts';
import { surveyNeeds, type WaitingSurvey } from '#server/home/surveyNeeds.ts';
import { checkInOf } from '#test/server/checkIns/checkInsApi.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import type { TestPerson } from '#test/support/testOrganisation.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

/** The check-in is left out, because everyone has it and it moves up on its due day. */
const othersOf = ({ needs }: Home) => needs.filter(({ kind }) => kind !== 'check_in_due');
const kindsOf = (home: Home) => othersOf(home).map(({ kind }) => kind);

describe('the home page', () => {
  it('lists topics that are ready to complete first, and shows who is notified', async () => {
    const org = await api.organisation({ stepsDone: 2, leftReady: 1 });
    const { body } = await (await api.as(org, org.learner)).get<Home>('/api/home');
    expect(kindsOf(body)).toEqual(['topic_ready', 'next_step']);
    expect(othersOf(body)[0]).toMatchObject({
      title: '“First topic” is ready to complete',
      reason: expect.stringMatching(/When you complete it, Coach Person and Manager Person are notified\.$/),
      verb: 'Complete topic',
      path: expect.stringMatching(`^/program/${org.programId}#complete-[a-z0-9]{16}$`),
    });
    expect(othersOf(body)[1]).toMatchObject({
      title: 'Do',
      group: 'week',
      path: expect.stringMatching(`^/program/${org.programId}#step-[a-z0-9]{16}-`),
    });
    expect(body.continue).toMatchObject({ programId: org.programId, nextStep: { title: 'Do' } });
  });

  it('shows who is asked to confirm a topic', async () => {
    const org = await api.organisation({ stepsDone: 2, leftReady: 1 });
    await api.pool.query(`update programs set confirmation = 'coach' where id = $1`, [org.programId]);
    const { body } = await (await api.as(org, org.learner)).get<Home>('/api/home');
    expect(othersOf(body)[0]?.reason).toMatch(
      / When you complete it, Coach Person is asked to confirm it\.$/,
    );
  });

  it('lists overdue needs first', async () => {
    const org = await api.organisation({ stepsDone: 2, leftReady: 1, dueInDays: -2 });
    const { body } = await (await api.as(org, org.learner)).get<Home>('/api/home');
    expect(othersOf(body).map(({ group }) => group)).toEqual(['overdue', 'overdue']);
  });

  it('asks for the readiness answers again after 90 days, until they are given or the need is marked as done', async () => {
    const org = await api.organisation({ stepsDone: 2, leftReady: 1 });
    const learner = await api.as(org, org.learner);
    const again = async () =>
      (await learner.get<Home>('/api/home')).body.needs.filter(({ kind }) => kind === 'propensity_again');
    const answeredDaysAgo = (days: number) =>
      api.pool.query('update propensity_results set answered_at = $1 where user_id = $2', [
        new Date(api.clock.now().getTime() - days * 86_400_000),
        org.learner.userId,
      ]);
    await answeredDaysAgo(89);
    expect(await again()).toEqual([]);
    await answeredDaysAgo(91);
    const [need] = await again();
    expect(need).toMatchObject({
      verb: 'Answer again',
      path: '/survey/propensity?answer=again',
      can: { done: true },
    });
    expect(need?.reason).toMatch(/After 90 days, new answers can show a change\.$/);
    await learner.put('/api/home/marks', { keys: need?.keys, mark: 'done' });
    expect(await again()).toEqual([]);
  });

  it('leads to the note field of an objective that is due soon until a note is written, and to its outcome when it is due', async () => {
    const org = await api.organisation();
    const learner = await api.as(org, org.learner);
    const dayIn = (days: number) =>
      new Date(api.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
    const { body: objective } = await learner.post<{ objectiveId: string }>('/api/objectives', {
      title: 'Listen first',
      why: '',
      measure: { kind: 'text', text: 'I ask one question before I answer' },
      dueOn: dayIn(3),
      ifThenPlan: null,
      topicId: null,
      visibility: 'private',
      state: 'active',
    });
    const due = async () =>
      (await learner.get<Home>('/api/home')).body.needs.find(({ kind }) => kind === 'objective_due');
    expect(await due()).toMatchObject({ verb: 'Add note', path: expect.stringMatching(/#.*note/) });
    const note = { text: 'One question a day', value: null, isShared: false };
    await learner.post(`/api/objectives/${objective.objectiveId}/notes`, note);
    expect(await due()).toBeUndefined();
    for (const days of [0, -2]) {
      await api.pool.query('update objectives set due_on = $1 where id = $2', [
        dayIn(days),
        objective.objectiveId,
      ]);
      expect(await due()).toMatchObject({
        verb: 'Review objective',
        path: expect.not.stringMatching(/#.*note/),
      });
    }
  });

  it('names the program that was completed in recent days', async () => {
    const org = await api.organisation({ stepsDone: 2 });
    const learner = await api.as(org, org.learner);
    const finished = async () => (await learner.get<Home>('/api/home')).body.finished;
    expect(await finished()).toBeNull();
    await api.pool.query(
      `update enrolments set state = 'completed', finished_at = $1 where tenant_id = $2 and user_id = $3`,
      [api.clock.now(), org.tenantId, org.learner.userId],
    );
    expect(await finished()).toMatchObject({
      programId: expect.any(String),
      programName: expect.any(String),
    });
    await api.pool.query(`update enrolments set finished_at = $1 where tenant_id = $2`, [
      new Date(api.clock.now().getTime() - 60 * 86_400_000),
      org.tenantId,
    ]);
    expect(await finished()).toBeNull();
  });

  it('asks a new learner to select topics and to answer the readiness questions', async () => {
    const org = await api.organisation({ topics: [] });
    await api.pool.query('update enrolments set user_id = $1 where tenant_id = $2', [
      org.newcomer.userId,
      org.tenantId,
    ]);
    const { body } = await (await api.as(org, org.newcomer)).get<Home>('/api/home');
    expect(kindsOf(body).sort()).toEqual(['choose_topics', 'propensity']);
    expect(body).toMatchObject({ continue: null });
  });

  it('asks no one to select topics while the program is paused', async () => {
    const org = await api.organisation({ topics: [], joinedDaysAgo: 7 });
    const kindsFor = async (person: typeof org.learner) =>
      kindsOf((await (await api.as(org, person)).get<Home>('/api/home')).body);
    expect(await kindsFor(org.learner)).toContain('choose_topics');
    expect(await kindsFor(org.manager)).toContain('report_choosing');
    await api.pool.query(`update programs set status = 'paused' where id = $1`, [org.programId]);
    expect(await kindsFor(org.learner)).not.toContain('choose_topics');
    expect(await kindsFor(org.manager)).not.toContain('report_choosing');
    await api.pool.query(`update enrolments set state = 'invited' where program_id = $1`, [org.programId]);
    expect(await kindsFor(org.manager)).not.toContain('report_invited');
    await api.pool.query(`update programs set status = 'active' where id = $1`, [org.programId]);
    expect(await kindsFor(org.manager)).toContain('report_invited');
  });

  it('shows a manager recent completions and inactive reports, with links to their pages', async () => {
    const fresh = await api.organisation({ stepsDone: 2, lastDaysAgo: 2 });
    const { body } = await (await api.as(fresh, fresh.manager)).get<Home>('/api/home');
    expect(othersOf(body)).toEqual([
      expect.objectContaining({
        kind: 'report_completed',
        title: 'Learner Person completed “First topic”',
        path: expect.stringContaining(`/sessions/${fresh.learner.userId}?show=topics#topic-`),
      }),
    ]);
    const inactive = await api.organisation({ stepsDone: 1, lastDaysAgo: 20 });
    const { body: later } = await (await api.as(inactive, inactive.manager)).get<Home>('/api/home');
    expect(kindsOf(later)).toEqual(['report_quiet']);
    expect(othersOf(later)[0]?.title).toMatch(/^Learner Person has been inactive for (19|20) days$/);
    expect(othersOf(later)[0]?.path).toMatch(/#message-learner$/);
  });

  it('counts a check-in as activity on home, on the team page and on the page of the person', async () => {
    const org = await api.organisation({ stepsDone: 1, lastDaysAgo: 20 });
    const manager = await api.as(org, org.manager);
    const learner = await checkInOf(api, org, org.learner);
    const today = api.clock.now().toISOString().slice(0, 10);
    const lastActivities = async () => {
      const { body: team } = await manager.get<TeamPage>('/api/team');
      const { body: person } = await manager.get<TeamPerson>(`/api/team/${org.learner.userId}`);
      const member = team.data.find(({ userId }) => userId === org.learner.userId);
      return [member?.programs[0], person.programs[0]].map((program) => program?.lastActiveAt?.slice(0, 10));
    };
    expect(await lastActivities()).not.toContain(today);
    await learner.send({ win: { text: 'Planning went well', readers: 'only-me' } });
    expect(kindsOf((await manager.get<Home>('/api/home')).body)).not.toContain('report_quiet');
    expect(await lastActivities()).toEqual([today, today]);
  });

  it('shows an administrator how many active people have no profile, and links to exactly these people', async () => {
    const org = await api.organisation();
    const admin = await api.as(org, org.admin);
    const needOf = async () => othersOf((await admin.get<Home>('/api/home')).body)[0];
    const listed = async () =>
      (await admin.get<AdminPeople>('/api/admin/people?status=without-profile')).body;
    expect(await needOf()).toMatchObject({
      kind: 'people_without_profile',
      title: '1 person has not completed their profile',
      verb: 'View people',
      path: '/admin/people?status=without-profile',
    });
    expect((await listed()).data.map(({ userId }) => userId)).toEqual([org.newcomer.userId]);
    const [invited, left, other] = [org.learner, org.coach, org.colleague];
    await api.pool.query(
      `update users set last_profile_update = null,
        status = case id when $2 then 'invited' when $3 then 'deactivated' else status end
      where id = any ($1::int[])`,
      [[invited.userId, left.userId, other.userId], invited.userId, left.userId],
    );
    expect((await needOf())?.title).toBe('2 people have not completed their profiles');
    const { data, total } = await listed();
    expect(new Set(data.map(({ userId }) => userId))).toEqual(new Set([org.newcomer.userId, other.userId]));
    expect(total).toBe(2);
  });
});

describe('the team page', () => {
  it('lists the viewer’s reports with those who need attention first, and is empty without reports', async () => {
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
    const inGerman = await (await api.as(org, org.manager)).get<{ data: TeamMember[] }>(
      '/api/team',
      undefined,
      {
        'accept-language': 'de-DE,de;q=0.9',
      },
    );
    expect(inGerman.body.data[0]?.reason).toMatch(/^No activity in A program since \d{1,2}\. \p{L}+\.? \(/u);
    // A person's chosen formats apply in every browser.
    const { title: _title, ...profile } = (await (await api.as(org, org.manager)).get('/api/profile')).body;
    await (await api.as(org, org.manager)).put('/api/profile', { ...profile, title: null, locale: 'de-DE' });
    const chosen = await (await api.as(org, org.manager)).get<{ data: TeamMember[] }>('/api/team');
    expect(chosen.body.data[0]?.reason).toBe(inGerman.body.data[0]?.reason);
    expect((await (await api.as(org, org.learner)).get('/api/team')).body).toEqual({
      data: [],
      total: 0,
      needing: 0,
    });
  });
});

describe('check-ins', () => {
  it('are never late for people who joined during the week', () => {
    const region = { timeZone: 'UTC', locale: 'en-US' };
    const [monday, friday] = ['2026-03-02T00:00:00Z', '2026-03-06T18:00:00Z'];
    const titles = (joinedAt: string, now: string) =>
      checkInNeeds(
        { cadence: 'weekly', done: [], joinedAt, toReview: [] },
        { now: new Date(now), region },
      ).map(({ title }) => title);
    expect(titles('2026-03-03T09:00:00Z', '2026-03-06T16:00:00Z')).toEqual(['Send your check-in']);
    expect(titles('2026-03-03T09:00:00Z', friday)).toEqual([]);
    expect(titles(monday, friday)).toEqual(['Your check-in is late']);
  });

  it('are to be reviewed from the same periods as on the page of the team', () => {
    const region = { timeZone: 'UTC', locale: 'en-US' };
    const toReview = [
      { week: '2025-03-01', count: 9 },
      { week: '2025-04-01', count: 1 },
      { week: '2026-03-01', count: 2 },
    ];
    const facts = {
      cadence: 'monthly' as const,
      done: ['2026-03-01'],
      joinedAt: '2024-01-01T00:00:00Z',
      toReview,
    };
    expect(checkInNeeds(facts, { now: new Date('2026-03-20T12:00:00Z'), region })).toMatchObject([
      { title: '3 check-ins to review' },
    ]);
  });

  it('are listed until they are sent, and for the manager until they are reviewed', async () => {
    const org = await api.organisation({ lastDaysAgo: 1 });
    const checkInKinds = async (person: TestPerson) =>
      (await (await api.as(org, person)).get<Home>('/api/home')).body.needs
        .map(({ kind }) => kind)
        .filter((kind) => kind.endsWith('check_in') || kind === 'check_in_due');
    expect(await checkInKinds(org.learner)).toEqual(['check_in_due']);
    expect(await checkInKinds(org.manager)).toEqual(['check_in_due']);
    const learner = await checkInOf(api, org, org.learner);
    const { body } = await learner.send({ mood: { value: 3, readers: 'only-me' } });
    expect(await checkInKinds(org.learner)).toEqual([]);
    expect((await checkInKinds(org.manager)).sort()).toEqual(['check_in_due', 'report_check_in']);
    const manager = await api.as(org, org.manager);
    await manager.put(`/api/team/check-ins/${body.checkInId}/review`, {
      isReviewed: true,
      version: body.version,
    });
    expect(await checkInKinds(org.manager)).toEqual(['check_in_due']);
  });
});

describe('changing the list of needs', () => {
  it('marks a courtesy as done for one person, and undoes it', async () => {
    const org = await api.organisation({ stepsDone: 2, lastDaysAgo: 2 });
    const manager = await api.as(org, org.manager);
    const home = async () => (await manager.get<Home>('/api/home')).body;
    const [need] = othersOf(await home());
    expect(need).toMatchObject({
      verb: 'Congratulate',
      about: 'team',
      action: { kind: 'message', person: { userId: org.learner.userId } },
      can: { done: true },
    });
    const keys = need?.keys ?? [];
    const learner = await api.as(org, org.learner);
    await learner.put('/api/home/marks', { keys, mark: 'done' });
    expect(othersOf(await home())).toHaveLength(1);
    expect((await manager.put('/api/home/marks', { keys, mark: 'done' })).status).toBe(200);
    const done = await home();
    expect([othersOf(done), done.snoozed]).toEqual([[], []]);
    await manager.put('/api/home/marks', { keys, mark: null });
    expect(othersOf(await home())).toHaveLength(1);
  });

  it('lists a topic that is ready later, although an earlier one is marked as done', async () => {
    const org = await api.organisation({ stepsDone: 99, leftReady: 1 });
    const manager = await api.as(org, org.manager);
    const ready = async () =>
      (await manager.get<Home>('/api/home')).body.needs.filter(({ kind }) => kind === 'report_ready');
    const [need] = await ready();
    await manager.put('/api/home/marks', { keys: need?.keys, mark: 'done' });
    expect(await ready()).toEqual([]);
    // Now the other topic is completed.
    await api.pool.query(
      `update topic_completions as c set topic_id = (select g.topic_id from goals as g
        where g.enrolment_id = c.enrolment_id and g.topic_id <> c.topic_id) where c.tenant_id = $1`,
      [org.tenantId],
    );
    expect(await ready()).toMatchObject([{ title: need?.title }]);
  });

  it('lists a snoozed need separately until its day', async () => {
    const org = await api.organisation({ stepsDone: 2, leftReady: 1 });
    const learner = await api.as(org, org.learner);
    const home = async () => (await learner.get<Home>('/api/home')).body;
    const [need, ...others] = othersOf(await home());
    await learner.put('/api/home/marks', { keys: need?.keys, mark: 'tomorrow' });
    const after = await home();
    expect(othersOf(after).map(({ key }) => key)).toEqual(others.map(({ key }) => key));
    expect(after.snoozed).toMatchObject([{ key: need?.key, snoozedUntil: expect.any(String) }]);
    await api.pool.query('update need_marks set until = current_date - 1 where tenant_id = $1', [
      org.tenantId,
    ]);
    expect(othersOf(await home())[0]?.key).toBe(need?.key);
  });

  it('refuses to mark a task as done', async () => {
    const org = await api.organisation({ stepsDone: 2, leftReady: 1 });
    const learner = await api.as(org, org.learner);
    const [need] = othersOf((await learner.get<Home>('/api/home')).body);
    expect(await learner.put('/api/home/marks', { keys: need?.keys, mark: 'done' })).toMatchObject({
      status: 422,
      body: { fields: { keys: 'contain one that cannot be marked as done' } },
    });
  });

  it('groups needs of the same kind about one person', async () => {
    const org = await api.organisation({ stepsDone: 99, lastDaysAgo: 2 });
    await api.pool.query(
      `update topic_completions set completed_at = now() - interval '1 day' where tenant_id = $1`,
      [org.tenantId],
    );
    const { body } = await (await api.as(org, org.manager)).get<Home>('/api/home');
    const completed = othersOf(body).filter(({ kind }) => kind === 'report_completed');
    expect(completed).toHaveLength(1);
    expect(completed[0]?.title).toMatch(/^Learner Person completed \d topics$/);
    expect(completed[0]?.keys.length).toBeGreaterThan(1);
    expect(completed[0]?.action).toMatchObject({
      text: expect.stringMatching(
        /^Well done on completing “.+” and “.+”, Learner\. What helped you most\?$/,
      ),
    });
  });

  it('shows the manager’s actions for a report who has not selected topics', async () => {
    const org = await api.organisation({ topics: [] });
    const { body } = await (await api.as(org, org.manager)).get<Home>('/api/home');
    expect(othersOf(body)[0]).toMatchObject({
      title: 'Learner Person has not selected topics in A program',
      reason: 'Ask whether they need help choosing.',
    });
  });

  it.each([
    [6, 0],
    [7, 1],
  ])(
    '%i days after joining without topics, lists %i reports to the manager',
    async (joinedDaysAgo, count) => {
      const org = await api.organisation({ topics: [], joinedDaysAgo });
      const manager = await api.as(org, org.manager);
      const { body } = await manager.get<Home>('/api/home');
      expect(body.needs.filter(({ kind }) => kind === 'report_choosing')).toHaveLength(count);
      const { body: team } = await manager.get<{ needing: number }>('/api/team');
      expect(team.needing).toBe(count);
    },
  );

  it('also lists on the manager’s home page everyone who needs attention on the team page', async () => {
    const org = await api.organisation({ stepsDone: 1, dueInDays: -2 });
    const manager = await api.as(org, org.manager);
    const { body: home } = await manager.get<Home>('/api/home');
    const { body: team } = await manager.get<{ data: TeamMember[]; needing: number }>('/api/team');
    expect(home.team).toEqual({ needing: team.needing });
    const named = (name: string) => othersOf(home).some(({ title }) => title.includes(name));
    const needing = team.data.filter(({ reasons }) => reasons.length > 0);
    expect(needing.length).toBeGreaterThan(0);
    for (const { firstName, lastName } of needing) expect(named(`${firstName} ${lastName}`)).toBe(true);
  });

  it('gives the reasons of the team page on the page of the person, and none to a coach', async () => {
    const org = await api.organisation({ stepsDone: 1, dueInDays: -2 });
    const path = `/api/team/${org.learner.userId}`;
    const manager = await api.as(org, org.manager);
    const { body: team } = await manager.get<TeamPage>('/api/team');
    const member = team.data.find(({ userId }) => userId === org.learner.userId);
    expect(member?.reasons).toMatchObject([{ kind: 'overdue' }]);
    expect((await manager.get<TeamPerson>(path)).body.reasons).toEqual(member?.reasons);
    const coach = await api.as(org, org.coach);
    expect((await coach.get<TeamPerson>(path)).body.reasons).toEqual([]);
  });
});

it.each([
  ['2026-11-22', 'tomorrow', '2026-11-23'],
  ['2026-11-22', 'next_week', '2026-11-23'],
  ['2026-11-23', 'next_week', '2026-11-30'],
] as const)('lists a need snoozed on %s until %s again on %s', (today, mark, day) => {
  expect(dayOfMark(mark, new Date(`${today}T12:00:00Z`), 'UTC')).toBe(day);
});

const surveyNeed = (over: Partial<WaitingSurvey>) =>
  surveyNeeds(
    [
      {
        surveyId: 's1',
        surveyName: 'Pulse',
        closesOn: '2026-12-06',
        hasDraft: false,
        isSelf: false,
        questions: [],
        ...over,
      },
    ],
    { now: new Date('2026-11-26T09:00:00Z'), region: { locale: 'en-US', timeZone: 'UTC' } },
  )[0];

it('quotes the name of a survey, which can contain a comma', () => {
  const need = surveyNeed({ surveyName: 'Winter pulse, anonymous' });
  expect(need?.title).toBe('Answer the survey “Winter pulse, anonymous”');
});

it('says that the viewer answers 360 feedback about themselves', () => {
  expect(surveyNeed({ isSelf: true })?.reason).toMatch(/^You answer about yourself\. The last day/);
  expect(surveyNeed({ closesOn: null })?.reason).toMatch(/^It takes about/);
});
