import type { Home } from '#contract/home.ts';
import type { LearnerProgram } from '#contract/learners.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import { personOf } from './growth.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

async function world() {
  const org = await api.organisation();
  const learner = await personOf(api, org, org.learner);
  const ofTopic = (topic: number) =>
    `${learner.url}/learners/${org.learner.userId}/topics/${org.topicIds[topic]}/proposal`;
  const proposedTo = async () =>
    (await learner.read()).topics.map(({ proposals }) =>
      proposals.map(({ by, note }) => [by.firstName, note]),
    );
  const needs = async () =>
    (await learner.get<Home>('/api/home')).body.needs.filter(({ kind }) => kind === 'topic_proposed');
  return { org, learner, ofTopic, proposedTo, needs };
}

describe('a proposed topic', () => {
  it('is read by the learner with who proposed it and why, changes nothing, and ends when it is chosen', async () => {
    const { org, learner, ofTopic, proposedTo, needs } = await world();
    const [manager, coach] = [await api.as(org, org.manager), await api.as(org, org.coach)];
    const before = await learner.read();
    await coach.put(ofTopic(2), { note: 'First words' });
    const { body } = await coach.put<LearnerProgram>(ofTopic(2), { note: 'You asked for it in spring' });
    expect(body.topics[2]).toMatchObject({
      proposal: { note: 'You asked for it in spring' },
      can: { propose: true },
    });
    await manager.put(ofTopic(2), { note: null });
    expect(await proposedTo()).toEqual([
      [],
      [],
      [
        ['Coach', 'You asked for it in spring'],
        ['Manager', null],
      ],
    ]);
    expect((await learner.read()).progress).toEqual(before.progress);
    expect(await needs()).toMatchObject([
      {
        title: expect.stringMatching(/propose “Third topic”$/),
        path: expect.stringContaining('?show=choose'),
      },
    ]);

    expect((await learner.choose([0, 1, 2])).status).toBe(200);
    expect(await proposedTo()).toEqual([[], [], []]);
    expect(await needs()).toEqual([]);
  });

  it('can be taken back by who proposed it, and is told to nobody but the learner', async () => {
    const { org, ofTopic, proposedTo, learner } = await world();
    const [manager, coach] = [await api.as(org, org.manager), await api.as(org, org.coach)];
    await coach.put(ofTopic(2), { note: 'Between us' });
    const ofLearner = `${learner.url}/learners/${org.learner.userId}`;
    expect((await manager.get<LearnerProgram>(ofLearner)).body.topics[2]?.proposal).toBeNull();
    expect((await manager.delete(ofTopic(2))).status).toBe(200);
    expect((await proposedTo())[2]).toEqual([['Coach', 'Between us']]);
    expect((await coach.delete<LearnerProgram>(ofTopic(2))).body.topics[2]?.proposal).toBeNull();
    expect((await proposedTo())[2]).toEqual([]);
    await coach.put(ofTopic(2), { note: 'Once more' });
    expect((await proposedTo())[2]).toEqual([['Coach', 'Once more']]);
    // Whoever is the coach now: an earlier one proposes nothing any more.
    await api.pool.query('update enrolments set coach_id = null where user_id = $1 and tenant_id = $2', [
      org.learner.userId,
      org.tenantId,
    ]);
    expect((await proposedTo())[2]).toEqual([]);
  });

  it('is refused for a chosen topic, and not there for strangers, other tenants and the learner', async () => {
    const { org, ofTopic } = await world();
    const stranger = await api.organisation();
    const coach = await api.as(org, org.coach);
    expect((await coach.put(ofTopic(0), { note: null })).status).toBe(422);
    expect((await coach.put(ofTopic(2), { note: 'x'.repeat(301) })).status).toBe(400);
    for (const caller of [
      await api.as(org, org.colleague),
      await api.as(org, org.admin),
      await api.as(org, org.learner),
      await api.as(stranger, stranger.coach),
    ])
      expect((await caller.put(ofTopic(2), { note: null })).status).toBe(404);
  });
});
