import type { Topic } from '#contract/learning/programs.ts';
import type { StepRecord } from '#contract/learning/stepRecord.ts';
import type { Step } from '#contract/learning/steps.ts';
import { withRecord } from '#src/programs/program/optimisticProgram.ts';
import { aProgram } from '#test/fixtures/programs.ts';

const aStep = (stepKey: string, over: Partial<Step> = {}): Step => ({
  stepKey,
  title: stepKey,
  kind: 'content',
  minutes: 5,
  required: true,
  body: '',
  state: 'none',
  doneAt: null,
  tally: null,
  answer: null,
  challenge: null,
  work: null,
  lock: null,
  waived: null,
  can: { record: true },
  ...over,
});
const programOf = (steps: Step[]) =>
  aProgram({
    topics: [{ topicId: 't', state: 'in_progress', steps } as Partial<Topic> as Topic],
    progress: { done: 0, total: steps.length, percent: 0 },
  });
const after = (steps: Step[], stepKey: string, record: StepRecord) =>
  withRecord(programOf(steps), { stepKey, record }).progress;

it.each([
  { steps: 3, doneBefore: 0, percent: 33 },
  { steps: 3, doneBefore: 1, percent: 66 },
  { steps: 3, doneBefore: 2, percent: 100 },
  { steps: 200, doneBefore: 0, percent: 1 },
  { steps: 200, doneBefore: 198, percent: 99 },
])('shows $percent% after one more step when $doneBefore of $steps were done', (example) => {
  const steps = Array.from({ length: example.steps }, (_, index) =>
    aStep(`s${index}`, index < example.doneBefore ? { state: 'done' } : {}),
  );
  expect(after(steps, `s${example.doneBefore}`, { done: true })).toEqual({
    done: example.doneBefore + 1,
    total: example.steps,
    percent: example.percent,
  });
});

it('increases the count of a practice and marks a step as not done', () => {
  const practice = aStep('p', { kind: 'practice', tally: { count: 1, goal: 3 } });
  const counted = withRecord(programOf([practice]), { stepKey: 'p', record: { done: false, tally: 2 } });
  expect(counted.topics[0]?.steps[0]).toMatchObject({ state: 'started', tally: { count: 2, goal: 3 } });
  expect(after([aStep('a', { state: 'done' })], 'a', { done: false })).toMatchObject({ done: 0, percent: 0 });
});
