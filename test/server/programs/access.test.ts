import type { Home } from '#contract/home.ts';
import type { LearnerProgram } from '#contract/learning/learners.ts';
import type { TeamPage, TeamPerson, Visibility } from '#contract/team.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import { personOf } from './programsApi.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

it('shows a manager their reports, responds with 404 for everyone else, and keeps the session', async () => {
  const [org, foreign] = [await api.organisation(), await api.organisation()];
  const manager = await api.as(org, org.manager);
  expect((await manager.get<TeamPerson>(`/api/team/${org.learner.userId}`)).body).toMatchObject({
    access: { relation: 'manager', until: null },
    programs: [{ programName: 'A program' }],
  });
  const strangers = [org.coach, org.admin, foreign.learner, { userId: 2_147_483_647 }];
  for (const { userId } of strangers)
    for (const url of [
      `/api/team/${userId}`,
      `/api/team/${userId}/visibility`,
      `/api/programs/${org.programId}/learners/${userId}`,
      `/api/programs/${foreign.programId}/learners/${userId}`,
    ])
      expect([url, (await manager.get(url)).status]).toEqual([url, 404]);
  for (const url of [
    `/api/programs/${org.programId}/learners/${org.coach.userId}/steps/${org.stepKeys[0]?.[0]}/waiver`,
    `/api/programs/${foreign.programId}/learners/${foreign.learner.userId}/steps/${foreign.stepKeys[0]?.[0]}/waiver`,
  ])
    expect((await manager.put(url, { reason: 'Because' })).status).toBe(404);
  expect((await manager.get('/api/session')).status).toBe(200);
});

it('lets a former manager read the state of their last day for 30 days, but not change it', async () => {
  const org = await api.organisation({ stepsDone: 1 });
  const learner = await personOf(api, org, org.learner);
  const url = `${learner.url}/learners/${org.learner.userId}`;
  const former = await api.as(org, org.manager);
  await api.pool.query('update users set manager_id = $1 where id = $2', [
    org.admin.userId,
    org.learner.userId,
  ]);
  // Topics that are selected later are hidden as well.
  await learner.select([0, 1, 2]);
  await api.pool.query(`update goals set selected_at = now() + interval '1 minute' where topic_id = $1`, [
    org.topicIds[2],
  ]);
  // Access windows use the real clock, so later records get a time after it.
  await learner.put(learner.stepUrl(0, 1, 'record'), { done: true, tally: 2 });
  await api.pool.query(
    `update step_records set done_at = now() + interval '1 minute', updated_at = now() + interval '1 minute'
    where step_key = $1`,
    [org.stepKeys[0]?.[1]],
  );

  const { body } = await former.get<LearnerProgram>(url);
  expect(body).toMatchObject({ relation: 'manager', former: { readableUntil: expect.any(String) } });
  expect(body.progress).toEqual({ done: 1, total: 4, percent: 25 });
  expect(body.topics.find(({ title }) => title === 'Third topic')?.state).toBe('not_selected');
  expect(
    body.topics.every(
      ({ can, steps }) => !can.confirm && !can.reopen && steps.every((step) => !step.can.waive),
    ),
  ).toBe(true);
  expect(
    (await former.put(`${url}/steps/${org.stepKeys[1]?.[0]}/waiver`, { reason: 'Because' })).status,
  ).toBe(404);
  expect((await former.get<TeamPage>('/api/team')).body.data.map(({ userId }) => userId)).not.toContain(
    org.learner.userId,
  );
  expect((await former.get<Home>('/api/home')).body.needs.map(({ kind }) => kind)).toEqual(['check_in_due']);

  const now = await api.as(org, org.admin);
  expect((await now.get<LearnerProgram>(url)).body).toMatchObject({ former: null, progress: { done: 2 } });
  await api.pool.query(
    `update access_windows set until = now() - interval '31 days' where until is not null`,
  );
  expect((await former.get(url)).status).toBe(404);
});

it('hides programs that ended before a new manager took over', async () => {
  const org = await api.organisation({ stepsDone: 99 });
  const url = `/api/programs/${org.programId}/learners/${org.learner.userId}`;
  expect((await (await api.as(org, org.manager)).get(url)).status).toBe(200);
  await api.pool.query('update users set manager_id = $1 where id = $2', [
    org.admin.userId,
    org.learner.userId,
  ]);
  expect((await (await api.as(org, org.admin)).get(url)).status).toBe(404);
  expect((await (await api.as(org, org.manager)).get(url)).status).toBe(200);
});

it('hides the reason for leaving a program from a new manager, but shows it to the former one', async () => {
  const org = await api.organisation({ stepsDone: 1 });
  const learner = await personOf(api, org, org.learner);
  await learner.post(`${learner.url}/withdrawal`, { reason: 'I move to another depot' });
  // Access windows use the real clock.
  await api.pool.query(`update enrolments set finished_at = now() - interval '1 minute' where user_id = $1`, [
    org.learner.userId,
  ]);
  await api.pool.query('update users set manager_id = $1 where id = $2', [
    org.admin.userId,
    org.learner.userId,
  ]);
  const url = `${learner.url}/learners/${org.learner.userId}`;
  const [former, current] = [await api.as(org, org.manager), await api.as(org, org.admin)];
  expect((await current.get(url)).status).toBe(404);
  expect((await current.get<Home>('/api/home')).body.needs.map(({ kind }) => kind)).not.toContain(
    'report_left',
  );
  expect((await former.get<LearnerProgram>(url)).body.departures).toMatchObject([
    { reason: 'I move to another depot' },
  ]);
  const counted = (await former.get<Visibility>(`/api/team/${org.learner.userId}/visibility`)).body.things;
  expect(counted.find(({ thing }) => thing === 'Reasons for leaving a program')?.count).toBe(1);
});

it('shows a shared objective’s if-then plan to the manager, but a topic’s if-then plan only to its author', async () => {
  const org = await api.organisation();
  const manager = await api.as(org, org.manager);
  const { things } = (await manager.get<Visibility>(`/api/team/${org.learner.userId}/visibility`)).body;
  const ruleOf = (thing: string) => things.find((one) => one.thing === thing)?.rule;
  expect(ruleOf('Shared objectives')).toContain('The reason and the if-then plan are shared with it.');
  expect(ruleOf('Reasons and if-then plans of selected topics')).toBe(
    'Only the person who wrote them can read them.',
  );
});
