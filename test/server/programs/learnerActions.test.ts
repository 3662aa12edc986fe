import type { Home } from '#contract/home.ts';
import type { TopicCompletion } from '#contract/learning/enrolment.ts';
import type { LearnerProgram } from '#contract/learning/learners.ts';
import type { Program, Why } from '#contract/learning/programs.ts';
import { dayOf } from '#server/formats.ts';
import { confirmOverdueTopics } from '#server/learning/programs/steps/autoConfirmTopics.ts';
import { startApi, type TestApi, until } from '#test/support/api.ts';
import { notificationsFor, personOf } from './programsApi.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

const notifiedTypes = async (...who: Parameters<typeof notificationsFor>) =>
  (await notificationsFor(...who)).map(({ notificationType }) => notificationType);

async function requestConfirmation(confirmation: 'coach' | 'manager') {
  const org = await api.organisation({ stepsDone: 99, leftReady: 1 });
  await api.pool.query('update programs set confirmation = $1 where id = $2', [confirmation, org.programId]);
  const learner = await personOf(api, org, org.learner);
  const answer = await learner.put<TopicCompletion>(learner.topicUrl(1, 'completion'));
  expect(answer.body).toMatchObject({ completedAt: null, allTopicsCompleted: false });
  const learnerUrl = `${learner.url}/learners/${org.learner.userId}`;
  return {
    org,
    learner,
    learnerUrl,
    confirmUrl: `${learnerUrl}/topics/${org.topicIds[1]}/confirmation`,
  };
}

describe('a completion that needs a confirmation', () => {
  it('waits for the coach; 20 concurrent confirmations complete it once and notify each person once', async () => {
    const { org, learner, learnerUrl, confirmUrl } = await requestConfirmation('coach');
    expect((await learner.read()).topics[1]).toMatchObject({
      state: 'awaiting_confirmation',
      confirmation: { by: 'coach', name: 'Coach Person' },
    });
    // The day of the automatic confirmation, by the clock of each viewer.
    const dayIn = async (timeZone: string) => {
      await api.pool.query('update users set time_zone = $2 where id = $1', [org.learner.userId, timeZone]);
      const { confirmation } = (await (await personOf(api, org, org.learner)).read()).topics[1]!;
      const at = new Date(Date.parse(confirmation!.askedAt) + 7 * 86_400_000);
      expect(confirmation?.acceptedOn).toBe(dayOf(at, { timeZone }));
      return confirmation?.acceptedOn;
    };
    expect(await dayIn('Pacific/Niue')).not.toBe(await dayIn('Pacific/Kiritimati'));
    expect(await notifiedTypes(api, org, org.manager)).toEqual([]);
    const [manager, coach] = [await api.as(org, org.manager), await api.as(org, org.coach)];
    expect((await manager.get<LearnerProgram>(learnerUrl)).body.topics[1]?.can.confirm).toBe(false);
    expect((await manager.put(confirmUrl, { confirmed: true, note: null })).status).toBe(422);
    expect(
      (await (await api.as(org, org.colleague)).put(confirmUrl, { confirmed: true, note: null })).status,
    ).toBe(404);

    expect((await coach.get<LearnerProgram>(learnerUrl)).body.topics[1]?.can.confirm).toBe(true);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        coach.put<LearnerProgram>(confirmUrl, { confirmed: true, note: null }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await learner.read()).enrolment).toBe('completed');
    for (const person of [org.manager, org.learner])
      expect(await notifiedTypes(api, org, person)).toEqual([
        'LEARNER_COMPLETED_TOPIC',
        'LEARNER_COMPLETED_ALL_TOPICS',
      ]);
    expect(await notifiedTypes(api, org, org.coach)).toEqual([]);
  });

  it('can be sent back with a note, and then requested again', async () => {
    const { org, learner, confirmUrl } = await requestConfirmation('manager');
    const manager = await api.as(org, org.manager);
    const asked = async () =>
      (await manager.get<Home>('/api/home')).body.needs.filter(({ kind }) => kind === 'confirm_topic');
    expect((await asked())[0]!.relation).toBe('manager');
    await manager.put('/api/home/marks', { keys: (await asked())[0]!.keys, mark: 'next_week' });
    expect(await asked()).toEqual([]);
    expect(await manager.put(confirmUrl, { confirmed: false, note: null })).toMatchObject({
      status: 422,
      body: { fields: { note: 'is missing' } },
    });
    await manager.put(confirmUrl, { confirmed: false, note: 'Try it with the night shift too' });
    expect((await learner.read()).topics[1]).toMatchObject({
      state: 'ready',
      confirmation: null,
      returned: { by: 'Manager Person', note: 'Try it with the night shift too' },
      can: { complete: true },
    });
    const { needs } = (await learner.get<Home>('/api/home')).body;
    expect(needs.find(({ kind }) => kind === 'topic_ready')?.reason).toMatch(
      /^Manager Person sent it back on .+\. Note: “Try it with the night shift too” /,
    );
    api.clock.pass(60_000);
    await learner.complete(1);
    // A snooze is for one request.
    expect(await asked()).toHaveLength(1);
    await manager.put(confirmUrl, { confirmed: true, note: null });
    expect((await learner.read()).topics[1]).toMatchObject({ state: 'completed', returned: null });
  });

  it('is confirmed automatically once after a week without an answer', async () => {
    const { org, learner } = await requestConfirmation('coach');
    const soon = new Date(api.clock.now().getTime() + 6 * 86_400_000);
    const later = new Date(api.clock.now().getTime() + 8 * 86_400_000);
    await confirmOverdueTopics(api.pool, soon, api.app.log, async () => {});
    expect((await learner.read()).enrolment).toBe('active');
    const both = await Promise.all([
      confirmOverdueTopics(api.pool, later, api.app.log, async () => {}),
      confirmOverdueTopics(api.pool, later, api.app.log, async () => {}),
    ]);
    expect(both[0] + both[1]).toBe(1);
    expect((await learner.read()).enrolment).toBe('completed');
    api.clock.pass(9 * 86_400_000);
    api.outbox.wake();
    for (const person of [org.coach, org.manager, org.learner])
      expect(await notifiedTypes(api, org, person)).toContain('LEARNER_COMPLETED_ALL_TOPICS');
  });

  it('is confirmed automatically although many requests of an archived program are older', async () => {
    const archived = await api.organisation();
    await api.pool.query("update programs set status = 'archived' where id = $1", [archived.programId]);
    await api.pool.query(
      `with person as (insert into users (tenant_id, uuid, email, first_name, last_name)
        select $1::int, 'wait-' || $1::int || '-' || i, 'wait' || i || '@wait.example', 'Wait', 'No' || i
        from generate_series(1, 100) as i returning id),
      enrolment as (insert into enrolments (id, tenant_id, program_id, user_id, state, joined_at)
        select left(md5($1::int || '-' || id), 16), $1, $2, id, 'active', $4 from person returning id)
      insert into topic_confirmations (id, tenant_id, enrolment_id, topic_id, asked_at)
        select id, $1, id, $3, $4 from enrolment`,
      [archived.tenantId, archived.programId, archived.topicIds[0], new Date(0)],
    );
    const { learner } = await requestConfirmation('coach');
    const later = new Date(api.clock.now().getTime() + 8 * 86_400_000);
    await confirmOverdueTopics(api.pool, later, api.app.log, async () => {});
    expect((await learner.read()).enrolment).toBe('completed');
    api.clock.pass(9 * 86_400_000);
  });
});

describe('support for a learner', () => {
  it('counts a waived step, shows its reason, and explains the progress step by step', async () => {
    const org = await api.organisation({ stepsDone: 1 });
    const learner = await personOf(api, org, org.learner);
    const coach = await api.as(org, org.coach);
    const url = `${learner.url}/learners/${org.learner.userId}/steps/${org.stepKeys[0]?.[1]}/waiver`;
    expect((await coach.put(url, { reason: '' })).status).toBe(400);
    const { body } = await coach.put<LearnerProgram>(url, { reason: 'Did it in the last job' });
    expect(body.progress).toEqual({ done: 2, total: 4, percent: 50 });
    expect((await learner.read()).topics[0]?.steps[1]).toMatchObject({
      state: 'waived',
      waived: { by: 'Coach Person', reason: 'Did it in the last job' },
    });
    const { body: why } = await learner.get<Why>(`${learner.url}/why`);
    expect(why.counted.map(({ title, counts }) => `${title} ${counts}`)).toEqual([
      'Read done',
      'Practise waived',
      'Do open',
      'Think open',
    ]);
    expect(why.notCounted.map(({ title, because }) => `${title}: ${because}`)).toEqual([
      'More: This step is optional.',
      'See: You have not selected this topic.',
    ]);
    expect((await (await api.as(org, org.admin)).put(url, { reason: 'Because' })).status).toBe(404);
  });

  it('remembers that a person has congratulated the learner on a topic, for that person only', async () => {
    const org = await api.organisation({ stepsDone: 99 });
    const path = `/api/programs/${org.programId}/learners/${org.learner.userId}`;
    const [manager, coach] = await Promise.all([api.as(org, org.manager), api.as(org, org.coach)]);
    const read = async (person: typeof manager) =>
      (await person.get<LearnerProgram>(path)).body.topics[0]?.congratulation;
    const { needKey, doneAt } = (await read(manager)) ?? { needKey: '', doneAt: undefined };
    expect(doneAt).toBeNull();
    expect((await manager.put('/api/home/marks', { keys: [needKey], mark: 'tomorrow' })).status).toBe(200);
    expect((await read(manager))?.doneAt).toBeNull();
    expect((await manager.put('/api/home/marks', { keys: [needKey], mark: 'done' })).status).toBe(200);
    expect((await read(manager))?.doneAt).toEqual(expect.any(String));
    expect((await read(coach))?.doneAt).toBeNull();
    // A reopened topic can be congratulated on again when it is completed again.
    await coach.post(`${path}/topics/${org.topicIds[0]}/reopening`, { reason: 'The result was different' });
    expect((await read(manager))?.doneAt).toBeNull();
    const learner = await personOf(api, org, org.learner);
    await learner.complete(0);
    expect((await read(manager))?.doneAt).toBeNull();
    const { needs } = (await manager.get<Home>('/api/home')).body;
    expect(needs.flatMap(({ keys }) => keys)).toContain(needKey);
  });

  it('sends new notifications when a reopened topic is completed again', async () => {
    const org = await api.organisation({ stepsDone: 99, leftReady: 1 });
    const learner = await personOf(api, org, org.learner);
    await learner.complete(1);
    const coach = await api.as(org, org.coach);
    const url = `${learner.url}/learners/${org.learner.userId}/topics/${org.topicIds[1]}/reopening`;
    expect(
      (await coach.post<LearnerProgram>(url, { reason: 'The result was different' })).body,
    ).toMatchObject({
      enrolment: 'active',
      progress: { done: 4, total: 4 },
    });
    expect((await learner.read()).topics[1]?.state).toBe('ready');
    expect(
      (await learner.put<TopicCompletion>(learner.topicUrl(1, 'completion'))).body.allTopicsCompleted,
    ).toBe(true);
    expect(
      (await notifiedTypes(api, org, org.coach)).filter((kind) => kind.endsWith('ALL_TOPICS')),
    ).toHaveLength(2);
    expect(
      (await coach.post(url.replace(org.topicIds[1]!, org.topicIds[2]!), { reason: 'Because' })).status,
    ).toBe(422);
  });

  it('delivers notifications exactly once after the messaging service was down', async () => {
    const org = await api.organisation({ stepsDone: 99, leftReady: 1 });
    const learner = await personOf(api, org, org.learner);
    api.messaging.isDown = true;
    await learner.complete(1);
    expect((await learner.get<Program>(learner.url)).body.enrolment).toBe('completed');
    api.messaging.isDown = false;
    // The last attempt may still be running; its delay begins when it has failed.
    await until(async () => {
      api.clock.pass(60_000);
      api.outbox.wake();
      return (await api.outbox.countPending()) === 0;
    });
    expect(await notifiedTypes(api, org, org.manager)).toEqual([
      'LEARNER_COMPLETED_TOPIC',
      'LEARNER_COMPLETED_ALL_TOPICS',
    ]);
  });
});

describe('the reason for reopening a topic', () => {
  it('is shown to the learner next to the topic and on the home page until they complete it again', async () => {
    const org = await api.organisation({ stepsDone: 99, leftReady: 1 });
    const learner = await personOf(api, org, org.learner);
    const coach = await api.as(org, org.coach);
    const topicReady = async () =>
      (await learner.get<Home>('/api/home')).body.needs.find(({ kind }) => kind === 'topic_ready');
    expect((await topicReady())?.reason).toContain('You finished all steps');
    await learner.complete(1);
    await coach.post(`${learner.url}/learners/${org.learner.userId}/topics/${org.topicIds[1]}/reopening`, {
      reason: 'The result was different',
    });
    expect((await learner.read()).topics[1]?.reopened).toMatchObject({
      by: 'Coach Person',
      reason: 'The result was different',
    });
    expect((await topicReady())?.reason).toMatch(
      /^Coach Person reopened it on .+\. Reason: “The result was different” /,
    );
    await learner.complete(1);
    expect((await learner.read()).topics[1]?.reopened).toBeNull();
  });
});

describe('the reason for leaving a program', () => {
  const leave = async () => {
    const org = await api.organisation({ stepsDone: 1 });
    const learner = await personOf(api, org, org.learner);
    await learner.post(`${learner.url}/withdrawal`, { reason: 'I move to another depot' });
    const read = async (person: typeof org.learner) => {
      const reader = await api.as(org, person);
      const { status, body } = await reader.get<LearnerProgram>(
        `${learner.url}/learners/${org.learner.userId}`,
      );
      const { needs } = (await reader.get<Home>('/api/home')).body;
      return {
        status,
        page: body.departures?.map(({ reason }) => reason),
        home: needs.filter(({ kind }) => kind === 'report_left').map(({ title, reason }) => [title, reason]),
      };
    };
    return { org, learner, read };
  };
  const shown = {
    status: 200,
    page: ['I move to another depot'],
    home: [
      [
        'Learner Person left A program',
        expect.stringMatching(/^Left on .+\. Reason: “I move to another depot”$/),
      ],
    ],
  };

  it('is shown to the manager and the coach even after the learner starts again, and to no one else', async () => {
    const { org, learner, read } = await leave();
    for (const person of [org.manager, org.coach]) expect(await read(person)).toEqual(shown);
    for (const person of [org.colleague, org.admin])
      expect(await read(person)).toEqual({ status: 404, page: undefined, home: [] });
    await learner.post(`${learner.url}/cycles`);
    expect((await read(org.manager)).page).toEqual(shown.page);
  });

  it('is hidden from the manager if the program is hidden from managers', async () => {
    const { org, read } = await leave();
    await api.pool.query('update programs set manager_visible = false where id = $1', [org.programId]);
    expect(await read(org.manager)).toEqual({ status: 404, page: undefined, home: [] });
    expect(await read(org.coach)).toEqual(shown);
  });
});
