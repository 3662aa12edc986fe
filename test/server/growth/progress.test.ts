import fc from 'fast-check';
import type { LearnerProgram } from '#contract/learners.ts';
import type { Program, Why } from '#contract/programs.ts';
import type { TestOrganisation } from '#test/support/anOrganisation.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import { aStep, heardBy, personOf, publish } from './growth.ts';

/**
 * Whatever a learner, a coach and an author do, in whatever order, the figure is right: a few random histories with each
 * `npm test`, PROGRESS_RUNS=200 for many.
 */
const RUNS = Number(process.env.PROGRESS_RUNS ?? 6);

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

type Learner = Awaited<ReturnType<typeof personOf>>;
interface World {
  org: TestOrganisation;
  learner: Learner;
  coach: Awaited<ReturnType<TestApi['as']>>;
}

const topic = fc.nat({ max: 2 });
const step = fc.nat({ max: 3 });
const act = fc.oneof(
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
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

/** Does it, allowed or not: a refusal changes nothing, and never fails. Says how often all was celebrated. */
async function perform({ org, learner, coach }: World, one: Act, before: Program): Promise<number> {
  const topicOf = (index: number) => before.topics.find(({ topicId }) => topicId === org.topicIds[index])!;
  const keyOf = ({ topic: index, step: at }: { topic: number; step: number }) => {
    const { steps } = topicOf(index);
    return steps[at % steps.length]!.stepKey;
  };
  const ofLearner = `${learner.url}/learners/${org.learner.userId}`;
  const url = 'topic' in one ? `${learner.url}/topics/${org.topicIds[one.topic]}` : '';
  const answer = await (async () => {
    switch (one.kind) {
      case 'choose':
        return learner.choose(one.topics);
      case 'doStep':
        return learner.put(`${learner.url}/steps/${keyOf(one)}/record`, {
          done: true,
          tally: 9,
          answer: 'x',
        });
      case 'undoStep':
        return learner.put(`${learner.url}/steps/${keyOf(one)}/record`, { done: false });
      case 'complete':
        return learner.put(`${url}/completion`);
      case 'waive':
        return coach.put(`${ofLearner}/steps/${keyOf(one)}/waiver`, { reason: 'Not needed' });
      case 'reopen':
        return coach.post(`${ofLearner}/topics/${org.topicIds[one.topic]}/reopening`, {
          reason: 'Once more',
        });
      case 'publish':
        return publish(api, org, one.topic, (steps) => [
          ...(one.drop && steps.length > 1 ? steps.slice(1) : steps).slice(0, 4),
          aStep(),
        ]);
      case 'upgrade':
        return learner.put(`${url}/version`, { version: topicOf(one.topic).upgrade?.version ?? 99 });
      case 'finish':
        return learner.post(`${learner.url}/finish`);
      case 'withdraw':
        return learner.post(`${learner.url}/withdrawal`, { reason: 'No time' });
      case 'beginAgain':
        return learner.post(`${learner.url}/cycles`);
    }
  })();
  expect([one, [200, 409, 422]]).toEqual([one, expect.arrayContaining([answer.status])]);
  return answer.status === 200 &&
    'allTopicsCompleted' in answer.body &&
    answer.body.allTopicsCompleted === true
    ? 1
    : 0;
}

async function checkFigures({ org, learner, coach }: World) {
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

  // Coach and manager are told the same figure.
  const { body: seen } = await coach.get<LearnerProgram>(`${learner.url}/learners/${org.learner.userId}`);
  expect(seen.progress).toEqual(program.progress);
  if (program.enrolment === 'completed')
    expect(program.topics.every(({ state }) => state === 'completed' || state === 'not_selected')).toBe(true);
  return program;
}

it('is right after any history of choosing, doing, waiving, publishing, upgrading and leaving', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25 }), async (acts) => {
      const org = await api.organisation();
      const world = {
        org,
        learner: await personOf(api, org, org.learner),
        coach: await api.as(org, org.coach),
      };
      let program = await checkFigures(world);
      let celebrated = 0;
      for (const one of acts) {
        celebrated += await perform(world, one, program);
        program = await checkFigures(world);
      }
      // What was celebrated was told to coach and manager, each time once.
      for (const person of [org.coach, org.manager]) {
        const heard = await heardBy(api, org, person);
        expect(
          heard.filter(({ notificationType }) => notificationType === 'LEARNER_COMPLETED_ALL_TOPICS'),
        ).toHaveLength(celebrated);
      }
    }),
    { numRuns: RUNS, seed: process.env.PROGRESS_RUNS ? Date.now() : 20_261_121, endOnFailure: true },
  );
}, 600_000);
