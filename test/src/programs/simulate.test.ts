import type { ChallengeResult } from '#contract/learning/challenges.ts';
import { stepKinds } from '#contract/learning/steps.ts';
import {
  lockBy,
  NEW_SIMULATION,
  type Simulation,
  simulateProgram,
  withRecord,
  withResult,
} from '#src/programs/preview/simulate.ts';
import { aProgram, aStep, aTopic, TOPIC_ID } from '#test/fixtures/programs.ts';

const first = aStep({ stepKey: 'first', can: { record: false } });
const second = aStep({ stepKey: 'second', lock: lockBy([first]), can: { record: false } });
const fresh = aProgram({
  enrolment: 'choosing',
  topics: [aTopic({ state: 'not_selected', steps: [first, second] })],
});
const goals = [{ topicId: TOPIC_ID, why: 'To lead', ifThenPlan: null }];
const after = (over: Partial<Simulation>) => simulateProgram(fresh, { ...NEW_SIMULATION, goals, ...over });

it('starts without topics, and leads to a completed program', () => {
  expect(simulateProgram(fresh, NEW_SIMULATION)).toMatchObject({
    enrolment: 'choosing',
    can: { choose: true },
    progress: { total: 0, percent: null },
  });
  const selected = after({});
  expect(selected).toMatchObject({ enrolment: 'active', progress: { done: 0, total: 2 } });
  expect(selected.topics[0]).toMatchObject({ state: 'selected', why: 'To lead' });
  expect(selected.topics[0]!.steps.map(({ can, lock }) => [can.record, lock?.stepKeys])).toEqual([
    [true, undefined],
    [false, ['first']],
  ]);
  const one = withRecord(NEW_SIMULATION.trials, 'first', { done: true });
  expect(after({ trials: one }).topics[0]).toMatchObject({
    state: 'in_progress',
    steps: [{ state: 'done' }, { lock: null, can: { record: true } }],
  });
  const both = withRecord(one, 'second', { done: true });
  expect(after({ trials: both }).topics[0]).toMatchObject({ state: 'ready', can: { complete: true } });
  expect(after({ trials: both, completed: [TOPIC_ID] })).toMatchObject({
    enrolment: 'completed',
    progress: { percent: 100 },
    topics: [{ state: 'completed', can: { complete: false } }],
  });
});

it('keeps a passed challenge completed after a worse attempt', () => {
  const result = (isPassed: boolean): ChallengeResult => ({
    score: isPassed ? 100 : 0,
    isPassed,
    at: '2026-11-21T10:00:00.000Z',
    items: [],
  });
  const failed = withResult(NEW_SIMULATION.trials, 'first', {}, result(false));
  expect(after({ trials: failed }).topics[0]!.steps[0]).toMatchObject({
    state: 'started',
    work: { attempts: 1 },
  });
  const passed = withResult(failed, 'first', {}, result(true));
  const again = withResult(passed, 'first', {}, result(false));
  expect(after({ trials: again }).topics[0]!.steps[0]).toMatchObject({
    state: 'done',
    work: { attempts: 3 },
  });
});

it.each(stepKinds)('can complete a topic with a step of kind %s', (kind) => {
  const step = aStep({ stepKey: 'only', kind, tally: kind === 'practice' ? { count: 0, goal: 1 } : null });
  const program = { ...fresh, topics: [aTopic({ state: 'not_selected' as const, steps: [step] })] };
  const trials = withRecord(NEW_SIMULATION.trials, 'only', { done: true, tally: 1, answer: 'Mine' });
  expect(simulateProgram(program, { ...NEW_SIMULATION, goals, trials }).topics[0]!.can.complete).toBe(true);
});
