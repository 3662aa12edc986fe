import type { Finish, GoalHistory } from '#contract/learning/enrolment.ts';
import type { OpenTopic, PeopleOfProgramPage, Program } from '#contract/learning/programs.ts';
import type { Invited } from '#contract/notifications/invitations.ts';
import { dayOf } from '#server/formats.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import { aStep, notificationsFor, personOf, publishVersion } from './programsApi.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

const inviteColleague = async () => {
  const org = await api.organisation();
  const manager = await personOf(api, org, org.manager);
  const { status, body } = await manager.post<Invited>(`${manager.url}/invitations`, {
    userIds: [org.colleague.userId, org.learner.userId],
    coachId: org.coach.userId,
    dueOn: null,
  });
  expect([status, body]).toEqual([
    200,
    { invited: [org.colleague.userId], alreadyThere: [org.learner.userId] },
  ]);
  return { org, manager, colleague: await personOf(api, org, org.colleague) };
};

describe('an invitation', () => {
  it('can be accepted or declined, names the sender, and does not count as participation', async () => {
    const { org, colleague } = await inviteColleague();
    expect(await colleague.read()).toMatchObject({
      enrolment: 'invited',
      invitedBy: 'Manager Person',
      can: { answerInvitation: true, choose: false, withdraw: false },
    });
    expect((await colleague.select([0])).status).toBe(422);
    expect((await (await personOf(api, org, org.learner)).read()).others.count).toBe(0);

    const declined = await colleague.put<Program>(`${colleague.url}/invitation`, { accept: false });
    expect(declined.body).toMatchObject({ enrolment: 'declined', can: { answerInvitation: true } });
    const accepted = await colleague.put<Program>(`${colleague.url}/invitation`, { accept: true });
    expect(accepted.body).toMatchObject({ enrolment: 'choosing', can: { choose: true } });
    expect((await colleague.put<Program>(`${colleague.url}/invitation`, { accept: true })).status).toBe(200);
    expect((await colleague.put(`${colleague.url}/invitation`, { accept: false })).status).toBe(422);
  });

  it('includes active people who accepted it in the number of other participants', async () => {
    const { org, colleague } = await inviteColleague();
    const learner = await personOf(api, org, org.learner);
    const readOthers = async () => {
      const { others } = await learner.read();
      const { body } = await learner.get<PeopleOfProgramPage>(`${learner.url}/people`);
      expect([body.total, body.data]).toEqual([others.count, others.some]);
      return others.some.map(({ userId }) => userId);
    };
    await colleague.put<Program>(`${colleague.url}/invitation`, { accept: true });
    expect(await readOthers()).toEqual([org.colleague.userId]);
    await api.pool.query(`update users set status = 'deactivated' where id = $1`, [org.colleague.userId]);
    expect(await readOthers()).toEqual([]);
  });

  it('can be sent by administrators, and by managers to their reports only', async () => {
    const org = await api.organisation();
    const base = { coachId: null, dueOn: null };
    const url = `/api/programs/${org.programId}/invitations`;
    const [manager, admin, learner, coach] = [
      await api.as(org, org.manager),
      await api.as(org, org.admin),
      await api.as(org, org.learner),
      await api.as(org, org.coach),
    ];
    expect(await manager.post(url, { ...base, userIds: [org.coach.userId] })).toMatchObject({
      status: 422,
      body: { fields: { userIds: expect.any(String) } },
    });
    expect((await learner.post(url, { ...base, userIds: [org.colleague.userId] })).status).toBe(404);
    expect((await coach.post(url, { ...base, userIds: [org.colleague.userId] })).status).toBe(404);
    expect((await admin.post(url, { ...base, userIds: [org.coach.userId] })).status).toBe(200);
    expect(
      await manager.post(url, {
        userIds: [org.colleague.userId],
        coachId: org.colleague.userId,
        dueOn: null,
      }),
    ).toMatchObject({ status: 422, body: { fields: { coachId: 'is one of the invited people' } } });
    expect(
      await manager.post(url, { userIds: [org.colleague.userId], coachId: null, dueOn: '2020-01-01' }),
    ).toMatchObject({ status: 422, body: { fields: { dueOn: 'is in the past' } } });
    // The day of the sender, which can be another one than in UTC.
    await api.pool.query('update users set time_zone = $2 where id = $1', [
      org.manager.userId,
      'Pacific/Kiritimati',
    ]);
    const yesterday = dayOf(new Date(api.clock.now().getTime() - 86_400_000), {
      timeZone: 'Pacific/Kiritimati',
    });
    const late = { userIds: [org.colleague.userId], coachId: null, dueOn: yesterday };
    expect((await (await api.as(org, org.manager)).post(url, late)).status).toBe(422);
    expect((await learner.get<{ total: number }>('/api/programs/invitable')).body.total).toBe(0);
    expect((await manager.get<{ total: number }>('/api/programs/invitable')).body.total).toBe(1);
  });
});

describe('selecting topics', () => {
  it('enforces minimum and maximum, notifies coach and manager once per change, and keeps a history', async () => {
    const { org, colleague } = await inviteColleague();
    await colleague.put(`${colleague.url}/invitation`, { accept: true });
    expect(await colleague.select([])).toMatchObject({
      status: 422,
      body: { message: 'Select at least 1 topic.', fields: { topics: 'must contain at least 1 topic' } },
    });
    await api.pool.query('update programs set selection_max = 2 where id = $1', [org.programId]);
    expect(await colleague.select([0, 1, 2])).toMatchObject({ status: 422 });
    const selected = await colleague.select([0, 1], {
      why: 'It matters',
      ifThenPlan: 'If I am asked, then I ask',
    });
    expect(selected.body).toMatchObject({ enrolment: 'active', progress: { done: 0, total: 4 } });
    expect(selected.body.topics[0]).toMatchObject({
      why: 'It matters',
      ifThenPlan: 'If I am asked, then I ask',
    });
    await colleague.select([0, 2], { why: 'It matters', ifThenPlan: 'If I am asked, then I ask' });
    await colleague.select([0, 2], { why: 'Another reason' });

    const { body: history } = await colleague.get<GoalHistory>(`${colleague.url}/goals/history`);
    expect(history.data.map(({ kind, topicTitle }) => `${kind} ${topicTitle}`).sort()).toEqual([
      'removed Second topic',
      'reworded First topic',
      'reworded Third topic',
      'selected First topic',
      'selected Second topic',
      'selected Third topic',
    ]);
    for (const person of [org.coach, org.manager])
      expect(
        (await notificationsFor(api, org, person)).map(({ notificationType }) => notificationType),
      ).toEqual(['LEARNER_UPDATED_PROGRAM_GOALS', 'LEARNER_UPDATED_PROGRAM_GOALS']);
  });

  it('applies 20 concurrent requests once, and reports a conflict for an outdated version', async () => {
    const org = await api.organisation();
    const learner = await personOf(api, org, org.learner);
    const { version } = await learner.read();
    const topics = [2, 0].map((index) => ({ topicId: org.topicIds[index], why: null, ifThenPlan: null }));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => learner.put<Program>(`${learner.url}/goals`, { version, topics })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.version))).toEqual(new Set([version + 1]));
    expect(await notificationsFor(api, org, org.manager)).toHaveLength(1);
    expect(await learner.put(`${learner.url}/goals`, { version, topics: topics.slice(1) })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
  });

  it('keeps completed topics; a learner who removes the last open topic can finish, which sends one notification', async () => {
    const org = await api.organisation({ stepsDone: 2 });
    const learner = await personOf(api, org, org.learner);
    expect((await learner.read()).topics.map(({ state }) => state)).toEqual([
      'completed',
      'selected',
      'not_selected',
    ]);
    expect(await learner.select([1])).toMatchObject({
      status: 422,
      body: { fields: { topics: 'must include your completed topics' } },
    });
    expect((await learner.post(`${learner.url}/finish`)).status).toBe(422);
    const deselected = await learner.select([0]);
    expect(deselected.body).toMatchObject({ enrolment: 'ready_to_finish', can: { finish: true } });
    const kinds = async () =>
      (await notificationsFor(api, org, org.coach)).map(({ notificationType }) => notificationType);
    expect(await kinds()).toEqual(['LEARNER_UPDATED_PROGRAM_GOALS']);

    const finishes = await Promise.all(
      Array.from({ length: 20 }, () => learner.post<Finish>(`${learner.url}/finish`)),
    );
    expect(finishes.filter(({ body }) => body.allTopicsCompleted)).toHaveLength(1);
    expect(finishes.every(({ body }) => body.program.enrolment === 'completed')).toBe(true);
    expect(await kinds()).toEqual(['LEARNER_UPDATED_PROGRAM_GOALS', 'LEARNER_COMPLETED_ALL_TOPICS']);
  });
});

describe('leaving and starting again', () => {
  it('keeps the earlier cycle unchanged and starts the next one without progress', async () => {
    const org = await api.organisation({ stepsDone: 3 });
    const learner = await personOf(api, org, org.learner);
    expect((await learner.post(`${learner.url}/cycles`)).status).toBe(422);
    expect(await learner.post(`${learner.url}/withdrawal`, { reason: ' a ' })).toMatchObject({
      status: 400,
      body: { fields: { reason: 'needs at least 3 characters' } },
    });
    const left = await learner.post<Program>(`${learner.url}/withdrawal`, { reason: 'No time this quarter' });
    expect(left.body).toMatchObject({ enrolment: 'withdrawn', can: { beginAgain: true, choose: false } });
    expect((await learner.put(learner.stepUrl(1, 1, 'record'), { done: true, answer: 'x' })).status).toBe(
      422,
    );

    const again = await Promise.all(
      Array.from({ length: 5 }, () => learner.post<Program>(`${learner.url}/cycles`)),
    );
    expect(again.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(again.filter(({ status }) => status === 422)).toHaveLength(4);
    const program = await learner.read();
    expect(program).toMatchObject({
      cycle: 2,
      enrolment: 'choosing',
      progress: { done: 0, total: 0, percent: null },
      earlier: [
        { cycle: 1, enrolment: 'withdrawn', reason: 'No time this quarter', progress: { done: 3, total: 4 } },
      ],
    });
    expect(program.topics.every(({ steps }) => steps.every(({ state }) => state === 'none'))).toBe(true);
    await learner.select([0]);
    expect((await learner.read()).progress).toEqual({ done: 0, total: 2, percent: 0 });
  });
});

it('lists the topics that a person has neither selected nor completed', async () => {
  const org = await api.organisation();
  const learner = await personOf(api, org, org.learner);
  const openTitles = async () => {
    const { body } = await learner.get<{ topics: OpenTopic[] }>('/api/programs/open-topics');
    return body.topics.map(({ title }) => title);
  };
  expect(await openTitles()).toEqual(['Third topic']);
  expect((await learner.select([0])).status).toBe(200);
  expect(await openTitles()).toEqual(['Second topic', 'Third topic']);
  // More topics can be selected before the program is finished.
  await api.pool.query("update enrolments set state = 'ready_to_finish' where user_id = $1", [
    org.learner.userId,
  ]);
  expect(await openTitles()).toEqual(['Second topic', 'Third topic']);
});

it('counts the minutes of required steps of such a topic', async () => {
  const org = await api.organisation();
  const learner = await personOf(api, org, org.learner);
  const minutes = async () =>
    (await learner.get<{ topics: OpenTopic[] }>('/api/programs/open-topics')).body.topics[0]?.minutes;
  const before = await minutes();
  await publishVersion(api, org, 2, (steps) => [...steps, aStep({ minutes: 50, required: false })]);
  expect(await minutes()).toBe(before);
});
