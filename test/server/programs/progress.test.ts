import fc from 'fast-check';
import type { LearnerProgram } from '#contract/learning/learners.ts';
import type { Program, Why } from '#contract/learning/programs.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import type { TestOrganisation } from '#test/support/testOrganisation.ts';
import { aStep, notificationsFor, personOf, publishVersion } from './programsApi.ts';

/** Number of random histories of actions by learner, coach and author. `npm run test:hard` runs 100. */
const RUNS = Number(process.env.PROGRESS_RUNS ?? 3);

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

type Learner = Awaited<ReturnType<typeof personOf>>;
interface Setup {
  org: TestOrganisation;
  learner: Learner;
  coach: Awaited<ReturnType<TestApi['as']>>;
}

const topic = fc.nat({ max: 2 });
const step = fc.nat({ max: 3 });
const anyAction = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('choose' as const), topics: fc.uniqueArray(topic) }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('doStep' as const), topic, step }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undoStep' as const), topic, step }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('complete' as const), topic }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('waive' as const), topic, step }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const), topic }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('publish' as const), topic, drop: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('upgrade' as const), topic }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('finish' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('withdraw' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('beginAgain' as const) }) },
);
type Action = typeof anyAction extends fc.Arbitrary<infer One> ? One : never;

/** Performs an action, allowed or not. Returns 1 if the response reports that all topics are completed. */
async function perform({ org, learner, coach }: Setup, action: Action, before: Program): Promise<number> {
  const topicAt = (index: number) => before.topics.find(({ topicId }) => topicId === org.topicIds[index])!;
  const keyOf = ({ topic: index, step: at }: { topic: number; step: number }) => {
    const { steps } = topicAt(index);
    return steps[at % steps.length]!.stepKey;
  };
  const learnerUrl = `${learner.url}/learners/${org.learner.userId}`;
  const url = 'topic' in action ? `${learner.url}/topics/${org.topicIds[action.topic]}` : '';
  const answer = await (async () => {
    switch (action.kind) {
      case 'choose':
        return learner.select(action.topics);
      case 'doStep':
        return learner.put(`${learner.url}/steps/${keyOf(action)}/record`, {
          done: true,
          tally: 9,
          answer: 'x',
        });
      case 'undoStep':
        return learner.put(`${learner.url}/steps/${keyOf(action)}/record`, { done: false });
      case 'complete':
        return learner.put(`${url}/completion`);
      case 'waive':
        return coach.put(`${learnerUrl}/steps/${keyOf(action)}/waiver`, { reason: 'Not needed' });
      case 'reopen':
        return coach.post(`${learnerUrl}/topics/${org.topicIds[action.topic]}/reopening`, {
          reason: 'Once more',
        });
      case 'publish':
        return publishVersion(api, org, action.topic, (steps) => [
          ...(action.drop && steps.length > 1 ? steps.slice(1) : steps).slice(0, 4),
          aStep(),
        ]);
      case 'upgrade':
        return learner.put(`${url}/version`, { version: topicAt(action.topic).upgrade?.version ?? 99 });
      case 'finish':
        return learner.post(`${learner.url}/finish`);
      case 'withdraw':
        return learner.post(`${learner.url}/withdrawal`, { reason: 'No time' });
      case 'beginAgain':
        return learner.post(`${learner.url}/cycles`);
    }
  })();
  expect([action, [200, 409, 422]]).toEqual([action, expect.arrayContaining([answer.status])]);
  return answer.status === 200 &&
    'allTopicsCompleted' in answer.body &&
    answer.body.allTopicsCompleted === true
    ? 1
    : 0;
}

async function checkFigures({ org, learner, coach }: Setup) {
  const program = await learner.read();
  const { done, total, percent } = program.progress;
  const counted = program.topics
    .filter(({ state }) => state !== 'not_selected')
    .flatMap(({ steps }) => steps.filter(({ required }) => required));
  const isDone = ({ state }: { state: string }) => state === 'done' || state === 'waived';
  expect(0 <= done && done <= total).toBe(true);
  expect({ done, total }).toEqual({ done: counted.filter(isDone).length, total: counted.length });
  expect(percent === null).toBe(total === 0);
  expect(percent === 100).toBe(total > 0 && done === total);
  if (percent !== null && done > 0) expect(percent).toBeGreaterThanOrEqual(1);

  const { body: why } = await learner.get<Why>(`${learner.url}/why`);
  expect(why.progress).toEqual(program.progress);
  expect(why.counted).toHaveLength(total);
  expect(why.counted.filter(({ counts }) => counts !== 'open')).toHaveLength(done);
  const all = program.topics.flatMap(({ steps }) => steps);
  expect(why.counted.length + why.notCounted.length).toBe(all.length);

  // Coach and manager see the same progress.
  const { body: learnerProgram } = await coach.get<LearnerProgram>(
    `${learner.url}/learners/${org.learner.userId}`,
  );
  expect(learnerProgram.progress).toEqual(program.progress);
  if (program.enrolment === 'completed')
    expect(program.topics.every(({ state }) => state === 'completed' || state === 'not_selected')).toBe(true);
  return program;
}

it('computes correct progress after any sequence of actions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAction, { minLength: 5, maxLength: 25 }), async (actions) => {
      const org = await api.organisation();
      const setup = {
        org,
        learner: await personOf(api, org, org.learner),
        coach: await api.as(org, org.coach),
      };
      let program = await checkFigures(setup);
      let allCompleted = 0;
      for (const action of actions) {
        allCompleted += await perform(setup, action, program);
        program = await checkFigures(setup);
      }
      // Coach and manager are notified once per completion of all topics.
      for (const person of [org.coach, org.manager]) {
        const notifications = await notificationsFor(api, org, person);
        expect(
          notifications.filter(({ notificationType }) => notificationType === 'LEARNER_COMPLETED_ALL_TOPICS'),
        ).toHaveLength(allCompleted);
      }
    }),
    { numRuns: RUNS, seed: process.env.PROGRESS_RUNS ? Date.now() : 20_261_121, endOnFailure: true },
  );
}, 600_000);
