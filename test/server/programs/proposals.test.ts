import type { Home } from '#contract/home.ts';
import type { LearnerProgram } from '#contract/learning/learners.ts';
import type { Program } from '#contract/learning/programs.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import { personOf } from './programsApi.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

async function setUp() {
  const org = await api.organisation();
  const learner = await personOf(api, org, org.learner);
  const proposalUrl = (topic: number) =>
    `${learner.url}/learners/${org.learner.userId}/topics/${org.topicIds[topic]}/proposal`;
  const proposedTo = async () =>
    (await learner.read()).topics.map(({ proposals }) =>
      proposals.map(({ by, note }) => [by.firstName, note]),
    );
  const needs = async () =>
    (await learner.get<Home>('/api/home')).body.needs.filter(({ kind }) => kind === 'topic_proposed');
  return { org, learner, proposalUrl, proposedTo, needs };
}

describe('a proposed topic', () => {
  it('shows the learner its author and note, changes nothing, and ends when the topic is selected', async () => {
    const { org, learner, proposalUrl, proposedTo, needs } = await setUp();
    const [manager, coach] = [await api.as(org, org.manager), await api.as(org, org.coach)];
    const before = await learner.read();
    await coach.put(proposalUrl(2), { note: 'First note' });
    const { body } = await coach.put<LearnerProgram>(proposalUrl(2), { note: 'You asked for it in spring' });
    expect(body.topics[2]).toMatchObject({
      proposal: { note: 'You asked for it in spring' },
      can: { propose: true },
    });
    await manager.put(proposalUrl(2), { note: null });
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
        title: 'Manager and Coach proposed “Third topic”',
        path: expect.stringContaining('?show=choose'),
      },
    ]);

    expect((await learner.select([0, 1, 2])).status).toBe(200);
    expect(await proposedTo()).toEqual([[], [], []]);
    expect(await needs()).toEqual([]);
  });

  it('can be withdrawn by its author and is visible only to the learner', async () => {
    const { org, proposalUrl, proposedTo, learner } = await setUp();
    const [manager, coach] = [await api.as(org, org.manager), await api.as(org, org.coach)];
    await coach.put(proposalUrl(2), { note: 'Between us' });
    const learnerUrl = `${learner.url}/learners/${org.learner.userId}`;
    expect((await manager.get<LearnerProgram>(learnerUrl)).body.topics[2]?.proposal).toBeNull();
    expect((await manager.delete(proposalUrl(2))).status).toBe(200);
    expect((await proposedTo())[2]).toEqual([['Coach', 'Between us']]);
    expect((await coach.delete<LearnerProgram>(proposalUrl(2))).body.topics[2]?.proposal).toBeNull();
    expect((await proposedTo())[2]).toEqual([]);
    await coach.put(proposalUrl(2), { note: 'Once more' });
    expect((await proposedTo())[2]).toEqual([['Coach', 'Once more']]);
    // Proposals of former coaches are no longer shown.
    await api.pool.query('update enrolments set coach_id = null where user_id = $1 and tenant_id = $2', [
      org.learner.userId,
      org.tenantId,
    ]);
    expect((await proposedTo())[2]).toEqual([]);
  });

  it('can be declined by the learner, which its author sees, and proposed again', async () => {
    const { org, learner, proposalUrl, proposedTo, needs } = await setUp();
    const coach = await api.as(org, org.coach);
    const learnerUrl = `${learner.url}/learners/${org.learner.userId}`;
    const ownProposal = async () => (await coach.get<LearnerProgram>(learnerUrl)).body.topics[2]?.proposal;
    const declineUrl = `${learner.url}/topics/${org.topicIds[2]}/proposals`;
    await coach.put(proposalUrl(2), { note: 'Try this' });
    expect(await ownProposal()).toMatchObject({ declinedAt: null });
    expect(await needs()).toMatchObject([
      { proposal: { programId: org.programId, topicId: org.topicIds[2] } },
    ]);

    const { body } = await learner.put<Program>(declineUrl, { declined: true });
    const declinedAt = expect.any(String);
    expect(body.topics[2]?.proposals).toMatchObject([{ note: 'Try this', declinedAt }]);
    expect(await needs()).toEqual([]);
    expect(await ownProposal()).toMatchObject({ note: 'Try this', declinedAt });

    await learner.put(declineUrl, { declined: false });
    expect(await needs()).toHaveLength(1);
    expect(await ownProposal()).toMatchObject({ declinedAt: null });

    await learner.put(declineUrl, { declined: true });
    await coach.put(proposalUrl(2), { note: 'Once more' });
    expect((await proposedTo())[2]).toEqual([['Coach', 'Once more']]);
    expect(await needs()).toHaveLength(1);
  });

  it('undoes only the last decline', async () => {
    const { org, learner, proposalUrl, needs } = await setUp();
    const [manager, coach] = [await api.as(org, org.manager), await api.as(org, org.coach)];
    const declineUrl = `${learner.url}/topics/${org.topicIds[2]}/proposals`;
    await coach.put(proposalUrl(2), { note: null });
    await learner.put(declineUrl, { declined: true });
    await manager.put(proposalUrl(2), { note: null });
    expect(await needs()).toMatchObject([{ title: 'Manager proposed “Third topic”' }]);
    await learner.put(declineUrl, { declined: true });
    await learner.put(declineUrl, { declined: false });
    expect(await needs()).toMatchObject([{ title: 'Manager proposed “Third topic”' }]);
  });

  it('can be declined only by the learner, while the topic is not selected', async () => {
    const { org, learner } = await setUp();
    const coach = await api.as(org, org.coach);
    const declineUrl = (topic: number) => `${learner.url}/topics/${org.topicIds[topic]}/proposals`;
    expect((await learner.put(declineUrl(0), { declined: true })).status).toBe(422);
    expect((await coach.put(declineUrl(2), { declined: true })).status).toBe(404);
  });

  it('is rejected for a selected topic, and with 404 for other people, other organisations and the learner', async () => {
    const { org, proposalUrl } = await setUp();
    const stranger = await api.organisation();
    const coach = await api.as(org, org.coach);
    expect((await coach.put(proposalUrl(0), { note: null })).status).toBe(422);
    expect((await coach.put(proposalUrl(2), { note: 'x'.repeat(301) })).status).toBe(400);
    for (const caller of [
      await api.as(org, org.colleague),
      await api.as(org, org.admin),
      await api.as(org, org.learner),
      await api.as(stranger, stranger.coach),
    ])
      expect((await caller.put(proposalUrl(2), { note: null })).status).toBe(404);
  });
});
