import type { TopicCompletion } from '#contract/enrolment.ts';
import type { LearnerProgram } from '#contract/learners.ts';
import type { Program, Why } from '#contract/programs.ts';
import { acceptOverdue } from '#server/programs/acceptOverdue.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import { heardBy, personOf } from './growth.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

const kindsHeard = async (...who: Parameters<typeof heardBy>) =>
  (await heardBy(...who)).map(({ notificationType }) => notificationType);

async function awaiting(confirmation: 'coach' | 'manager') {
  const org = await api.organisation({ stepsDone: 99, leftReady: 1 });
  await api.pool.query('update programs set confirmation = $1 where id = $2', [confirmation, org.programId]);
  const learner = await personOf(api, org, org.learner);
  const answer = await learner.put<TopicCompletion>(learner.topicUrl(1, 'completion'));
  expect(answer.body).toMatchObject({ completedAt: null, allTopicsCompleted: false });
  const ofLearner = `${learner.url}/learners/${org.learner.userId}`;
  return { org, learner, ofLearner, confirmUrl: `${ofLearner}/topics/${org.topicIds[1]}/confirmation` };
}

describe('a completion that somebody confirms', () => {
  it('waits for them, and of twenty confirmations one completes it and tells each once', async () => {
    const { org, learner, ofLearner, confirmUrl } = await awaiting('coach');
    expect((await learner.read()).topics[1]).toMatchObject({
      state: 'awaiting_confirmation',
      confirmation: { by: 'coach', name: 'Coach Person' },
    });
    expect(await kindsHeard(api, org, org.manager)).toEqual([]);
    const [manager, coach] = [await api.as(org, org.manager), await api.as(org, org.coach)];
    expect((await manager.get<LearnerProgram>(ofLearner)).body.topics[1]?.can.confirm).toBe(false);
    expect((await manager.put(confirmUrl, { confirmed: true, note: null })).status).toBe(422);
    expect(
      (await (await api.as(org, org.colleague)).put(confirmUrl, { confirmed: true, note: null })).status,
    ).toBe(404);

    expect((await coach.get<LearnerProgram>(ofLearner)).body.topics[1]?.can.confirm).toBe(true);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        coach.put<LearnerProgram>(confirmUrl, { confirmed: true, note: null }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await learner.read()).enrolment).toBe('completed');
    for (const person of [org.manager, org.learner])
      expect(await kindsHeard(api, org, person)).toEqual([
        'LEARNER_COMPLETED_TOPIC',
        'LEARNER_COMPLETED_ALL_TOPICS',
      ]);
    expect(await kindsHeard(api, org, org.coach)).toEqual([]);
  });

  it('goes back with a note, and can be asked for again', async () => {
    const { org, learner, confirmUrl } = await awaiting('manager');
    const manager = await api.as(org, org.manager);
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
    await learner.complete(1);
    await manager.put(confirmUrl, { confirmed: true, note: null });
    expect((await learner.read()).topics[1]).toMatchObject({ state: 'completed', returned: null });
  });

  it('is accepted after a week without an answer, so that nobody is stuck, and once', async () => {
    const { org, learner } = await awaiting('coach');
    const soon = new Date(api.clock.now().getTime() + 6 * 86_400_000);
    const later = new Date(api.clock.now().getTime() + 8 * 86_400_000);
    await acceptOverdue(api.pool, soon, api.app.log);
    expect((await learner.read()).enrolment).toBe('active');
    const both = await Promise.all([
      acceptOverdue(api.pool, later, api.app.log),
      acceptOverdue(api.pool, later, api.app.log),
    ]);
    expect(both[0] + both[1]).toBe(1);
    expect((await learner.read()).enrolment).toBe('completed');
    api.clock.pass(9 * 86_400_000);
    api.outbox.wake();
    for (const person of [org.coach, org.manager, org.learner])
      expect(await kindsHeard(api, org, person)).toContain('LEARNER_COMPLETED_ALL_TOPICS');
  });
});

describe('help on the way', () => {
  it('a waived step counts with its reason, and “why” lists exactly the rows', async () => {
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
      'More: It is optional.',
      'See: You have not chosen this topic.',
    ]);
    expect((await (await api.as(org, org.admin)).put(url, { reason: 'Because' })).status).toBe(404);
  });

  it('a reopened topic can be completed again, and that is news again', async () => {
    const org = await api.organisation({ stepsDone: 99, leftReady: 1 });
    const learner = await personOf(api, org, org.learner);
    await learner.complete(1);
    const coach = await api.as(org, org.coach);
    const url = `${learner.url}/learners/${org.learner.userId}/topics/${org.topicIds[1]}/reopening`;
    expect((await coach.post<LearnerProgram>(url, { reason: 'The result was another' })).body).toMatchObject({
      enrolment: 'active',
      progress: { done: 4, total: 4 },
    });
    expect((await learner.read()).topics[1]?.state).toBe('ready');
    expect(
      (await learner.put<TopicCompletion>(learner.topicUrl(1, 'completion'))).body.allTopicsCompleted,
    ).toBe(true);
    expect(
      (await kindsHeard(api, org, org.coach)).filter((kind) => kind.endsWith('ALL_TOPICS')),
    ).toHaveLength(2);
    expect(
      (await coach.post(url.replace(org.topicIds[1]!, org.topicIds[2]!), { reason: 'Because' })).status,
    ).toBe(422);
  });

  it('is lost by nobody while messaging is down, and nobody hears it twice', async () => {
    const org = await api.organisation({ stepsDone: 99, leftReady: 1 });
    const learner = await personOf(api, org, org.learner);
    api.messaging.isAway = true;
    await learner.complete(1);
    expect((await learner.get<Program>(learner.url)).body.enrolment).toBe('completed');
    api.messaging.isAway = false;
    api.clock.pass(120_000);
    api.outbox.wake();
    expect(await kindsHeard(api, org, org.manager)).toEqual([
      'LEARNER_COMPLETED_TOPIC',
      'LEARNER_COMPLETED_ALL_TOPICS',
    ]);
  });
});
