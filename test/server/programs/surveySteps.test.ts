import type { AuthoredTopic, TopicSurveys } from '#contract/learning/authoring.ts';
import type { Program } from '#contract/learning/programs.ts';
import type { Participation } from '#contract/surveys/surveys.ts';
import { surveysOf } from '#test/server/surveys/surveysApi.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import type { TestOrganisation } from '#test/support/testOrganisation.ts';
import { aStep } from './programsApi.ts';

let api: TestApi;
let org: TestOrganisation;
let admin: Awaited<ReturnType<TestApi['as']>>;
let author: Awaited<ReturnType<TestApi['as']>>;
beforeAll(async () => {
  api = await startApi();
  org = await api.organisation();
  admin = await api.as(org, org.admin);
  await api.pool.query('update users set may_author = true where id = $1', [org.manager.userId]);
  author = await api.as(org, org.manager);
  await admin.patch('/api/admin/settings', { version: 0, minGroupSize: 3 });
});
afterAll(() => api.close());

async function createTopic() {
  const { body } = await author.post<AuthoredTopic>('/api/topics', { title: 'Ask first' });
  return body;
}

it('offers open surveys that the author runs, and no anonymous ones', async () => {
  const own = surveysOf(api, org, author);
  const named = await own.open({ mode: 'named', surveyName: 'Named' });
  await own.create({ surveyName: 'Draft' });
  const others = surveysOf(api, org, admin);
  const foreign = await others.open({ mode: 'confidential', surveyName: 'Of the administrator' });
  const anonymous = await others.open({ mode: 'anonymous', surveyName: 'Anonymous' });

  const topic = await createTopic();
  const url = `/api/topics/${topic.topicId}`;
  const offered = async (to = author) => (await to.get<TopicSurveys>(`${url}/surveys`)).body.data;
  expect((await offered()).map(({ surveyId }) => surveyId)).toEqual([named.surveyId]);
  expect(new Set((await offered(admin)).map(({ surveyId }) => surveyId))).toEqual(
    new Set([named.surveyId, foreign.surveyId]),
  );
  const learner = await api.as(org, org.learner);
  expect((await learner.get(`${url}/surveys`)).status).toBe(404);
  // After its last day, a survey accepts no answers, even if no one has closed it.
  const over = await own.open({ mode: 'named', surveyName: 'Over' });
  await api.pool.query(`update surveys set closes_at = now() - interval '1 minute' where id = $1`, [
    over.surveyId,
  ]);
  expect((await offered()).map(({ surveyId }) => surveyId)).toEqual([named.surveyId]);

  const choose = (surveyId: string, by = author, version = topic.version) =>
    by.patch<AuthoredTopic>(url, { version, steps: [aStep({ kind: 'survey', surveyId })] });
  for (const { surveyId } of [anonymous, foreign])
    expect(await choose(surveyId)).toMatchObject({
      status: 422,
      body: { fields: { 'steps.0.surveyId': expect.any(String) } },
    });
  // Another author keeps a survey that the topic already uses.
  const { body: chosen } = await choose(foreign.surveyId, admin);
  expect(chosen.problems['steps.0.surveyId']).toBeUndefined();
  expect((await choose(foreign.surveyId, author, chosen.version)).status).toBe(200);
  expect(await offered()).toContainEqual({
    surveyId: foreign.surveyId,
    surveyName: 'Of the administrator',
    isUsable: true,
  });
});

it('is not published without a survey that accepts answers', async () => {
  const topic = await createTopic();
  const own = surveysOf(api, org, author);
  const survey = await own.open({ mode: 'named' });
  const save = async (version: number, surveyId: string | null) =>
    (
      await author.patch<AuthoredTopic>(`/api/topics/${topic.topicId}`, {
        version,
        behaviorName: 'Asks',
        description: 'Asks',
        steps: [aStep({ kind: 'survey', surveyId })],
      })
    ).body;
  const without = await save(topic.version, null);
  expect(without.problems).toEqual({ 'steps.0.surveyId': 'is missing' });
  const saved = await save(without.version, survey.surveyId);
  expect(saved.problems).toEqual({});
  await own.move(survey, 'closed');
  const { body: closed } = await author.get<AuthoredTopic>(`/api/topics/${topic.topicId}`);
  expect(closed.problems).toEqual({ 'steps.0.surveyId': 'does not accept answers from learners' });
});

it('stays open in a locked topic, and can be marked as done when the topic is unlocked', async () => {
  const other = await api.organisation();
  const otherAdmin = await api.as(other, other.admin);
  await otherAdmin.patch('/api/admin/settings', { version: 0, minGroupSize: 3 });
  const survey = await surveysOf(api, other, otherAdmin).open({ mode: 'confidential' });
  const locked = other.stepKeys[1]![0]!;
  await api.pool.query(
    `update topic_steps set kind = 'survey', survey_id = $1, goal = null, challenge = null where step_key = $2`,
    [survey.surveyId, locked],
  );
  const setOrder = (order: string) =>
    api.pool.query('update programs set topic_order = $2 where id = $1', [other.programId, order]);
  await setOrder('fixed');
  const learner = await api.as(other, other.learner);
  const program = `/api/programs/${other.programId}`;
  const step = async () =>
    (await learner.get<Program>(program)).body.topics
      .flatMap(({ steps }) => steps)
      .find(({ stepKey }) => stepKey === locked);
  await learner.post(`/api/surveys/${survey.surveyId}/responses`, { answers: { q1: 4 } });
  expect(await step()).toMatchObject({ state: 'none', can: { record: false } });
  await setOrder('free');
  expect(await step()).toMatchObject({ state: 'none', survey: { isAnswered: true }, can: { record: true } });
});

it('is completed by an answer, or can be marked as done if the answer is older than the step', async () => {
  const survey = await surveysOf(api, org, admin).open({ mode: 'confidential', surveyName: 'A pulse' });
  const [first, second] = org.stepKeys[0]!;
  await api.pool.query(
    `update topic_steps set kind = 'survey', survey_id = $1, goal = null, challenge = null,
      prerequisite_keys = case when step_key = $3 then array[$2] else '{}' end
     where step_key in ($2, $3)`,
    [survey.surveyId, first, second],
  );
  await api.pool.query('delete from survey_participations where survey_id = $1', [survey.surveyId]);
  const learner = await api.as(org, org.learner);
  const program = `/api/programs/${org.programId}`;
  const steps = async () => (await learner.get<Program>(program)).body.topics[0]!.steps.slice(0, 2);
  const asked = { surveyId: survey.surveyId, surveyName: 'A pulse' };
  expect((await steps())[0]).toMatchObject({
    survey: { ...asked, isAnswered: false, isOpen: true },
    can: { record: false },
  });
  expect((await learner.put(`${program}/steps/${first}/record`, { done: true })).status).toBe(422);

  // Opening the survey from the step invites the learner. Other people are not invited.
  const at = `/api/surveys/${survey.surveyId}`;
  expect((await (await api.as(org, org.newcomer)).get(`${at}/participation`)).status).toBe(404);
  expect((await learner.get<Participation>(`${at}/participation`)).status).toBe(200);
  expect((await learner.post(`${at}/responses`, { answers: { q1: 4 } })).status).toBe(200);
  const [done, next] = await steps();
  expect([done!.state, done!.can.record]).toEqual(['done', false]);
  expect(next).toMatchObject({ state: 'none', survey: { isAnswered: true }, can: { record: true } });
  expect((await learner.put(`${program}/steps/${second}/record`, { done: true })).status).toBe(200);
  expect((await steps())[1]).toMatchObject({ state: 'done', can: { record: false } });
  expect((await learner.put(`${program}/steps/${second}/record`, { done: false })).status).toBe(422);
});
