import type { Home } from '#contract/home.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import type { TestOrganisation, TestPerson } from '#test/support/testOrganisation.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

const DAY_MS = 86_400_000;
const homeOf = async (org: TestOrganisation, person: TestPerson) =>
  (await (await api.as(org, person)).get<Home>('/api/home')).body;

it('asks the coach to confirm a topic, the manager if there is no coach, and a person who is both once', async () => {
  const org = await api.organisation({ stepsDone: 2 });
  const [topicId] = org.topicIds;
  await api.pool.query(`update programs set confirmation = 'coach' where id = $1`, [org.programId]);
  await api.pool.query(
    `insert into topic_confirmations (id, tenant_id, enrolment_id, topic_id, asked_at)
     select 'confirm' || substr(id, 8), tenant_id, id, $2, now() from enrolments where program_id = $1`,
    [org.programId, topicId],
  );
  const requests = async (person: TestPerson) =>
    (await homeOf(org, person)).needs.filter(({ kind }) => kind === 'confirm_topic');
  const setCoach = (person: TestPerson | null) =>
    api.pool.query('update enrolments set coach_id = $2 where program_id = $1', [
      org.programId,
      person?.userId,
    ]);
  const action = { kind: 'confirm_topic', programId: org.programId, userId: org.learner.userId, topicId };
  const request = { title: 'Confirm that Learner Person completed “First topic”', action };
  expect(await requests(org.coach)).toMatchObject([request]);
  expect(await requests(org.manager)).toEqual([]);
  await setCoach(null);
  expect(await requests(org.coach)).toEqual([]);
  expect(await requests(org.manager)).toMatchObject([request]);
  await api.pool.query(`update programs set confirmation = 'manager' where id = $1`, [org.programId]);
  await setCoach(org.manager);
  expect(await requests(org.manager)).toMatchObject([request]);
  await api.pool.query(`update programs set confirmation = 'coach' where id = $1`, [org.programId]);
  expect(await requests(org.manager)).toMatchObject([request]);
  const lastDay = new Date(api.clock.now().getTime() - 7 * DAY_MS);
  await api.pool.query('update topic_confirmations set asked_at = $2 where tenant_id = $1', [
    org.tenantId,
    lastDay,
  ]);
  expect(await requests(org.manager)).toMatchObject([
    { reason: expect.stringMatching(/ It will be confirmed automatically today\.$/) },
  ]);
  await api.pool.query(`update users set status = 'deactivated' where id = $1`, [org.learner.userId]);
  expect(await requests(org.manager)).toEqual([]);
});

it('counts a step in the week in which it was done by the clock of the viewer', async () => {
  const org = await api.organisation({ stepsDone: 1 });
  const now = api.clock.now();
  const weekday = (now.getUTCDay() + 6) % 7;
  const monday = Date.parse(now.toISOString().slice(0, 10)) - weekday * DAY_MS;
  const sundayEvening = new Date(monday - 30 * 60_000);
  await api.pool.query('update step_records set done_at = $2 where tenant_id = $1', [
    org.tenantId,
    sundayEvening,
  ]);
  const weekOfStep = async (timeZone: string) => {
    await api.pool.query('update users set time_zone = $2 where id = $1', [org.learner.userId, timeZone]);
    const { growth } = await homeOf(org, org.learner);
    return growth.weeks.filter(({ steps }) => steps > 0);
  };
  const weekOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  expect(await weekOfStep('UTC')).toMatchObject([{ weekOf: weekOf(monday - 7 * DAY_MS), steps: 1 }]);
  expect(await weekOfStep('Pacific/Auckland')).toMatchObject([{ weekOf: weekOf(monday), steps: 1 }]);
});

it('counts what was done this week, all completed and chosen topics, and objectives by state', async () => {
  const org = await api.organisation({ stepsDone: 1 });
  const { tenantId } = org;
  const now = api.clock.now();
  await api.pool.query('update step_records set done_at = $2 where tenant_id = $1', [tenantId, now]);
  await api.pool.query(
    `insert into topic_completions (tenant_id, enrolment_id, topic_id, n, completed_at, reopened_at)
     select tenant_id, id, topic_id, n, completed_at, reopened_at from enrolments, (values
       ($2, 1, $4::timestamptz - interval '200 days', null::timestamptz),
       ($3, 1, $4 - interval '3 days', $4 - interval '1 day'),
       ($3, 2, $4, null)) as done (topic_id, n, completed_at, reopened_at)
     where tenant_id = $1`,
    [tenantId, org.topicIds[0], org.topicIds[1], now],
  );
  await api.pool.query(
    `insert into objectives (id, tenant_id, owner_id, title, measure, visibility, state, is_at_risk, created_at, updated_at,
       ended_at)
     select 'objective' || lpad($1::int || n::text, 7, '0'), $1, $2, 'One', '{"kind":"text","text":"Seen"}', 'private', state,
       is_at_risk, now(), now(), ended_at
     from (values (1, 'active', false, null), (2, 'active', true, null), (3, 'achieved', false, now()),
       (4, 'draft', false, null)) as objective (n, state, is_at_risk, ended_at)`,
    [tenantId, org.learner.userId],
  );
  const { growth } = await homeOf(org, org.learner);
  expect(growth.weeks.at(-1)).toMatchObject({ steps: 1, topics: 1 });
  expect(growth).toMatchObject({
    topicsCompleted: 2,
    topicsChosen: 2,
    objectives: { active: 2, achieved: 1, atRisk: 1 },
  });
  expect(growth.weeks.reduce((sum, { topics }) => sum + topics, 0)).toBe(1);
});
