import type { LearnerProgram } from '#contract/learning/learners.ts';
import type { ProgramSummary } from '#contract/learning/programSummaries.ts';
import type { Program } from '#contract/learning/programs.ts';
import { startApi, type TestApi, until } from '#test/support/api.ts';
import type { TestOrganisation } from '#test/support/testOrganisation.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

const ALL_STEPS = { stepsDone: 99, leftReady: 2 };
const programUrl = ({ programId }: TestOrganisation) => `/api/programs/${programId}`;
const completionUrl = (org: TestOrganisation, topic: number) =>
  `${programUrl(org)}/topics/${org.topicIds[topic]}/completion`;
const recordUrl = (org: TestOrganisation, topic: number, step: number) =>
  `${programUrl(org)}/steps/${org.stepKeys[topic]?.[step]}/record`;
const notificationsTo = (org: TestOrganisation, userId: number) =>
  api.messaging.published.filter(({ channel }) => channel === `notif_T${org.tenantId}_U${userId}`);
const delivered = () => until(async () => (await api.outbox.countPending()) === 0);

describe('a session or survey step', () => {
  const setKind = (org: TestOrganisation, step: number, kind: 'session' | 'survey') =>
    api.pool.query('update topic_steps set kind = $1 where step_key = $2', [kind, org.stepKeys[0]?.[step]]);

  it.each(['session', 'survey'] as const)('cannot be recorded by the learner: %s', async (kind) => {
    const org = await api.organisation();
    await setKind(org, 0, kind);
    const learner = await api.as(org, org.learner);
    for (const done of [true, false]) {
      const { status, body } = await learner.put(recordUrl(org, 0, 0), { done });
      expect([status, body.message]).toEqual([422, expect.stringContaining(kind)]);
    }
    const { body } = await learner.get<Program>(programUrl(org));
    expect(body.topics[0]?.steps[0]).toMatchObject({ state: 'none', can: { record: false } });
  });

  it('keeps an existing record', async () => {
    const org = await api.organisation({ stepsDone: 1 });
    await setKind(org, 0, 'session');
    const learner = await api.as(org, org.learner);
    expect((await learner.put(recordUrl(org, 0, 0), { done: false })).status).toBe(422);
    const { body } = await learner.get<Program>(programUrl(org));
    expect(body.progress.done).toBe(1);
    expect(body.topics[0]?.steps[0]?.state).toBe('done');
  });

  it('is the next step only if the learner cannot do any other step', async () => {
    const org = await api.organisation();
    await setKind(org, 0, 'session');
    const learner = await api.as(org, org.learner);
    const nextStep = async () =>
      (await learner.get<{ data: ProgramSummary[] }>('/api/programs')).body.data[0]?.nextStep?.title;
    expect(await nextStep()).toBe('Practise');
    await learner.put(recordUrl(org, 0, 1), { done: true, tally: 2 });
    expect(await nextStep()).toBe('Do');
    await learner.put(recordUrl(org, 1, 0), { done: true });
    await learner.put(recordUrl(org, 1, 1), { done: true, answer: 'Text' });
    expect(await nextStep()).toBe('Read');
  });
});

describe('a program', () => {
  it('shows the learner their topics, steps, progress and people', async () => {
    const org = await api.organisation({ stepsDone: 1 });
    const learner = await api.as(org, org.learner);
    const { status, body } = await learner.get<Program>(programUrl(org));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      programName: 'A program',
      enrolment: 'active',
      progress: { done: 1, total: 4, percent: 25 },
      coach: { userId: org.coach.userId },
      manager: { userId: org.manager.userId },
      others: { count: 0, some: [] },
    });
    expect(body.topics.map(({ title, state, can }) => [title, state, can.complete])).toEqual([
      ['First topic', 'in_progress', false],
      ['Second topic', 'selected', false],
      ['Third topic', 'not_selected', false],
    ]);
    expect(body.topics[0]?.steps.map(({ state, tally, can }) => [state, tally, can.record])).toEqual([
      ['done', null, true],
      ['none', { count: 0, goal: 2 }, true],
      ['none', null, true],
    ]);
    const { body: list } = await learner.get<{ data: ProgramSummary[] }>('/api/programs');
    expect(list.data).toHaveLength(1);
    expect(list.data[0]).toMatchObject({
      progress: { done: 1, total: 4, percent: 25 },
      topics: [
        { title: 'First topic', done: 1, total: 2, isCompleted: false },
        { title: 'Second topic', done: 0, total: 2, isCompleted: false },
      ],
      nextStep: { topicTitle: 'First topic', title: 'Practise', minutes: 10 },
    });
  });

  it('responds with 404 for nonparticipants, other organisations and invalid ids', async () => {
    const [org, foreign] = [await api.organisation(ALL_STEPS), await api.organisation()];
    const colleague = await api.as(org, org.colleague);
    const stranger = await api.as(foreign, foreign.learner);
    for (const person of [colleague, stranger]) {
      expect((await person.get(programUrl(org))).status).toBe(404);
      expect((await person.put(completionUrl(org, 0))).status).toBe(404);
      expect((await person.put(recordUrl(org, 0, 0), { done: true })).status).toBe(404);
      expect((await person.get(`${programUrl(org)}/learners/${org.learner.userId}`)).status).toBe(404);
    }
    for (const id of ['12', 'x'.repeat(150), '%00', "'; drop table programs"])
      expect((await colleague.get(`/api/programs/${encodeURIComponent(id)}`)).status).toBe(404);
    expect((await (await api.as(org, org.learner)).get<Program>(programUrl(org))).body.progress.done).toBe(4);
  });

  it('shows manager and coach a learner’s progress without the learner’s texts, and nothing to other people', async () => {
    const org = await api.organisation({ stepsDone: 99, leftReady: 1 });
    const url = `${programUrl(org)}/learners/${org.learner.userId}`;
    const { body } = await (await api.as(org, org.manager)).get<LearnerProgram>(url);
    expect(body).toMatchObject({ relation: 'manager', progress: { done: 4, total: 4, percent: 100 } });
    expect(body.topics.map(({ state }) => state)).toEqual(['completed', 'ready', 'not_selected']);
    expect(JSON.stringify(body)).not.toContain('answer');
    expect((await (await api.as(org, org.coach)).get(url)).body).toMatchObject({ relation: 'coach' });
    expect((await (await api.as(org, org.admin)).get(url)).status).toBe(404);
    expect((await (await api.as(org, org.colleague)).get(url)).status).toBe(404);

    await api.pool.query('update programs set manager_visible = false where id = $1', [org.programId]);
    expect((await (await api.as(org, org.manager)).get(url)).status).toBe(404);
  });
});

describe('a step', () => {
  it('follows the rules of its kind and can be marked as not done', async () => {
    const org = await api.organisation();
    const learner = await api.as(org, org.learner);
    const put = (topic: number, step: number, body: unknown) =>
      learner.put<Program>(recordUrl(org, topic, step), body);

    expect((await put(0, 0, { done: true })).body.progress.done).toBe(1);
    expect((await put(0, 0, { done: false })).body.progress.done).toBe(0);

    const tried = await put(0, 1, { done: false, tally: 1 });
    expect(tried.body.topics[0]?.steps[1]).toMatchObject({ state: 'started', tally: { count: 1, goal: 2 } });
    expect(await put(0, 1, { done: true })).toMatchObject({
      status: 422,
      body: { code: 'not-possible', fields: { tally: 'needs to be at least 2' } },
    });
    expect((await put(0, 1, { done: true, tally: 2 })).body.topics[0]?.steps[1]?.state).toBe('done');

    expect((await put(1, 1, { done: true, answer: '  ' })).status).toBe(422);
    const written = await put(1, 1, { done: true, answer: 'What I think ' });
    expect(written.body.topics[1]?.steps[1]).toMatchObject({ state: 'done', answer: 'What I think ' });
    expect((await put(2, 0, { done: true })).body).toMatchObject({ code: 'not-possible' });
  });

  it('rejects characters that the database cannot store and names the field', async () => {
    const org = await api.organisation();
    const learner = await api.as(org, org.learner);
    for (const answer of ['a\u0000b', 'a\ud800b'])
      expect(await learner.put(recordUrl(org, 1, 1), { done: false, answer })).toMatchObject({
        status: 400,
        body: { fields: { answer: 'contains characters that cannot be stored' } },
      });
  });
});

describe('completing a topic', () => {
  it('is rejected while steps are missing, and names them', async () => {
    const org = await api.organisation({ stepsDone: 1 });
    const learner = await api.as(org, org.learner);
    const answer = await learner.put(completionUrl(org, 0));
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'not-possible', message: 'Complete “Practise” before you complete this topic.' },
    });
    expect((await learner.put(completionUrl(org, 2))).status).toBe(422);
    await delivered();
    expect(notificationsTo(org, org.manager.userId)).toEqual([]);
  });

  it('notifies a person who is both coach and manager once, and no manager if the program is hidden from them', async () => {
    const both = await api.organisation(ALL_STEPS);
    await api.pool.query('update enrolments set coach_id = $1 where user_id = $2', [
      both.manager.userId,
      both.learner.userId,
    ]);
    await (await api.as(both, both.learner)).put(completionUrl(both, 0));
    const hidden = await api.organisation(ALL_STEPS);
    await api.pool.query('update programs set manager_visible = false where id = $1', [hidden.programId]);
    await (await api.as(hidden, hidden.learner)).put(completionUrl(hidden, 0));
    await delivered();
    expect(notificationsTo(both, both.manager.userId)).toHaveLength(1);
    expect(notificationsTo(hidden, hidden.manager.userId)).toEqual([]);
    expect(notificationsTo(hidden, hidden.coach.userId)).toHaveLength(1);
  });
});
