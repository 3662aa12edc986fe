import type { AuthoredTopic } from '#contract/learning/authoring.ts';
import type { Program } from '#contract/learning/programs.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import type { TestOrganisation } from '#test/support/testOrganisation.ts';
import { aQuiz, aStep, notificationsFor, personOf, publishVersion } from './programsApi.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

const correctAnswers = { q1: ['ask'], q2: ['note', 'wait'] };

/** The learner has switched to a version in which the first step is a quiz and the second step depends on it. */
async function startQuiz() {
  const org = await api.organisation();
  await publishVersion(api, org, 1, ([first, second]) => [
    { ...first!, challenge: aQuiz },
    { ...second!, after: [first!.stepKey] },
  ]);
  const learner = await personOf(api, org, org.learner);
  await learner.put(learner.topicUrl(1, 'version'), { version: 2 });
  return { org, learner };
}
const stepsOf = (program: Program) => program.topics.find(({ title }) => title === 'Second topic')!.steps;

describe('an interactive challenge', () => {
  it('is sent without solutions, saves answers, and is graded with reasons', async () => {
    const { learner } = await startQuiz();
    const sent = JSON.stringify(await learner.read());
    for (const secret of ['isRight', 'A question opens.', 'Hurry shuts people up.'])
      expect(sent).not.toContain(secret);

    const saved = await learner.put(learner.stepUrl(1, 0, 'answers'), { answers: { q1: ['tell'] } });
    expect(saved).toMatchObject({ status: 200, body: { savedAt: expect.any(String) } });
    expect(stepsOf(await learner.read())[0]).toMatchObject({
      state: 'started',
      work: { answers: { q1: ['tell'] }, attempts: 0, result: null },
    });
    expect(
      await learner.post(learner.stepUrl(1, 0, 'attempts'), { answers: { q1: ['tell'] } }),
    ).toMatchObject({
      status: 422,
      body: { fields: { 'answers.q2': 'is not answered' } },
    });

    const wrong = await learner.post<Program>(learner.stepUrl(1, 0, 'attempts'), {
      answers: { q1: ['tell'], q2: ['wait', 'rush'] },
    });
    expect(stepsOf(wrong.body)[0]).toMatchObject({
      state: 'started',
      work: {
        attempts: 1,
        result: {
          score: 0,
          isPassed: false,
          items: [
            {
              key: 'q1',
              isRight: false,
              reasons: [
                { key: 'ask', isRight: true, wasTaken: false, text: 'A question opens.' },
                { key: 'tell', isRight: false, wasTaken: true, text: 'An answer closes.' },
              ],
            },
            {
              key: 'q2',
              isRight: false,
              reasons: [{ key: 'wait' }, { key: 'note', wasTaken: false }, { key: 'rush' }],
            },
          ],
        },
      },
    });
    expect((await learner.put(learner.stepUrl(1, 0, 'record'), { done: true })).status).toBe(422);
    const passed = await learner.post<Program>(learner.stepUrl(1, 0, 'attempts'), {
      answers: correctAnswers,
    });
    expect(stepsOf(passed.body)[0]).toMatchObject({
      state: 'done',
      work: { attempts: 2, result: { score: 100, isPassed: true } },
    });
  });

  it('rejects unknown questions and answers', async () => {
    const { learner } = await startQuiz();
    for (const answers of [
      { q9: ['ask'] },
      { q1: ['nothing'] },
      { q1: ['ask', 'tell'] },
      { constructor: ['ask'] },
    ]) {
      const { status, body } = await learner.put(learner.stepUrl(1, 0, 'answers'), { answers });
      expect([status < 500 && status >= 400, Object.keys(body.fields ?? {}).length > 0]).toEqual([
        true,
        true,
      ]);
    }
    expect((await learner.put(learner.stepUrl(0, 0, 'answers'), { answers: {} })).status).toBe(404);
  });

  it('locks dependent steps, shows what unlocks them, and keeps finished steps visible', async () => {
    const { org, learner } = await startQuiz();
    const [, locked] = stepsOf(await learner.read());
    expect(locked).toMatchObject({
      lock: { reason: 'Complete “Do” to unlock this step.', stepKeys: [org.stepKeys[1]?.[0]] },
      can: { record: false },
    });
    expect(await learner.put(learner.stepUrl(1, 1, 'record'), { done: true, answer: 'x' })).toMatchObject({
      status: 422,
      body: { fields: { [`steps.${org.stepKeys[1]?.[0]}`]: 'is not done' } },
    });
    await learner.post(learner.stepUrl(1, 0, 'attempts'), { answers: correctAnswers });
    const done = await learner.put<Program>(learner.stepUrl(1, 1, 'record'), { done: true, answer: 'x' });
    expect(stepsOf(done.body)[1]).toMatchObject({ state: 'done', lock: null });
  });
});

describe('a new version', () => {
  const join = async (org: TestOrganisation) => personOf(api, org, org.learner);

  it('is offered with a summary of its changes and keeps finished steps by their keys', async () => {
    const org = await api.organisation({ stepsDone: 1 });
    const learner = await join(org);
    await publishVersion(api, org, 0, ([read]) => [
      read!,
      aStep({ title: 'Talk' }),
      aStep({ title: 'Write' }),
    ]);
    const before = await learner.read();
    expect(before.progress).toEqual({ done: 1, total: 4, percent: 25 });
    expect(before.topics[0]).toMatchObject({
      version: 1,
      upgrade: {
        version: 2,
        notes: 'Corrected and extended',
        kept: 1,
        added: ['Talk', 'Write'],
        removed: ['Practise', 'More'],
        done: 1,
        total: 3,
      },
    });
    const after = await learner.put<Program>(learner.topicUrl(0, 'version'), { version: 2 });
    expect(after.body.progress).toEqual({ done: 1, total: 5, percent: 20 });
    expect(after.body.topics[0]).toMatchObject({ version: 2, upgrade: null });
    expect((await learner.put(learner.topicUrl(0, 'version'), { version: 9 })).status).toBe(422);
  });

  it('removes the answers to a challenge that changed, so that it can be finished', async () => {
    const { org, learner } = await startQuiz();
    await learner.put(learner.stepUrl(1, 0, 'answers'), { answers: correctAnswers });
    const shorter = structuredClone(aQuiz);
    if (shorter.kind === 'quiz') shorter.questions.pop();
    await publishVersion(api, org, 1, ([first, ...rest]) => [{ ...first!, challenge: shorter }, ...rest]);
    const after = await learner.put<Program>(learner.topicUrl(1, 'version'), { version: 3 });
    expect(stepsOf(after.body)[0]).toMatchObject({ state: 'started', work: null });
    const passed = await learner.post<Program>(learner.stepUrl(1, 0, 'attempts'), {
      answers: { q1: ['ask'] },
    });
    expect(stepsOf(passed.body)[0]).toMatchObject({ state: 'done', work: { attempts: 1 } });
  });

  it('keeps the answers to a challenge that did not change', async () => {
    const { org, learner } = await startQuiz();
    await learner.put(learner.stepUrl(1, 0, 'answers'), { answers: correctAnswers });
    await publishVersion(api, org, 1, (steps) => [...steps, aStep()]);
    const after = await learner.put<Program>(learner.topicUrl(1, 'version'), { version: 3 });
    expect(stepsOf(after.body)[0]).toMatchObject({ work: { answers: correctAnswers } });
  });

  it('does not change completed topics and is used for new cycles', async () => {
    const org = await api.organisation({ stepsDone: 2 });
    const learner = await join(org);
    await publishVersion(api, org, 0, (steps) => [...steps, aStep()]);
    expect((await learner.read()).topics[0]).toMatchObject({ state: 'completed', version: 1, upgrade: null });
    expect((await learner.put(learner.topicUrl(0, 'version'), { version: 2 })).status).toBe(422);
    await learner.post(`${learner.url}/withdrawal`, { reason: 'Once more' });
    await learner.post(`${learner.url}/cycles`);
    expect((await learner.read()).topics.find(({ title }) => title === 'First topic')?.version).toBe(2);
  });

  it('notifies participants once if it contains a new challenge, otherwise not at all', async () => {
    const org = await api.organisation();
    const topicId = org.topicIds[1];
    const news = async () =>
      (await notificationsFor(api, org, org.learner)).map(({ notificationType, payload }) => ({
        notificationType,
        payload,
      }));
    const uploaded = {
      notificationType: 'NEW_INTERACTIVE_CONTENT_UPLOADED',
      payload: expect.objectContaining({ extraPayload: { topicId } }),
    };
    await publishVersion(api, org, 0, (steps) => [...steps, aStep()]);
    expect(await news()).toEqual([]);
    await publishVersion(api, org, 1, ([first, ...rest]) => [{ ...first!, challenge: aQuiz }, ...rest]);
    expect(await news()).toEqual([uploaded]);
    await publishVersion(api, org, 1, (steps) => [...steps, aStep()]);
    expect(await news()).toEqual([uploaded]);
    expect(await notificationsFor(api, org, org.coach)).toEqual([]);
  });

  it('is rejected with field errors if it is invalid, and is only for authors', async () => {
    const org = await api.organisation();
    const url = `/api/topics/${org.topicIds[0]}`;
    expect((await (await api.as(org, org.learner)).get<AuthoredTopic>(url)).status).toBe(404);
    const quiz = structuredClone(aQuiz);
    if (quiz.kind === 'quiz') for (const option of quiz.questions[0]!.options) option.isRight = false;
    expect(
      await publishVersion(api, org, 0, () => [
        aStep({ required: false, kind: 'challenge', challenge: quiz }),
        aStep({ stepKey: 'aaaaaaaaaaaaaaaa', required: false, after: ['aaaaaaaaaaaaaaaa'] }),
      ]),
    ).toMatchObject({
      status: 422,
      body: {
        fields: {
          'steps.0.challenge.questions.0.options': expect.any(String),
          'steps.1.after': 'can only contain earlier steps',
          steps: 'need at least 1 required step',
        },
      },
    });
  });
});
