import { isCompletedBy, ruleOf, type StepEvidence } from '#contract/learning/stepRules.ts';
import { type StepKind, stepKinds } from '#contract/learning/steps.ts';

/** All that can be known about a step, as if it came from every source. */
const everything: StepEvidence = {
  isMarked: true,
  text: 'I asked first.',
  count: 5,
  score: 100,
  isHeld: true,
  isAnswered: true,
  result: { completion: 'completed', success: 'passed' },
  opened: { tracks: [] },
  isDownloaded: true,
  watched: 100,
};
const step = (kind: StepKind) => ({
  kind,
  goal: kind === 'practice' ? 3 : null,
  challenge: kind === 'challenge' ? { passAt: 80 } : null,
});
const isDone = (kind: StepKind, evidence: StepEvidence) => isCompletedBy(ruleOf(step(kind)), evidence);

it.each(stepKinds)('completes a step of kind %s only with the evidence for this kind', (kind) => {
  expect(isDone(kind, everything)).toBe(true);
  expect(isDone(kind, {})).toBe(false);
});

it.each<StepKind>(['session', 'survey', 'package', 'challenge', 'file', 'video'])(
  'does not complete a step of kind %s when the learner only marks it as done',
  (kind) => {
    expect(isDone(kind, { isMarked: true, text: 'Done', count: 100 })).toBe(false);
  },
);

it.each<[StepKind, StepEvidence, boolean]>([
  ['practice', { isMarked: true, count: 2 }, false],
  ['practice', { isMarked: true, count: 3 }, true],
  ['practice', { isMarked: false, count: 3 }, false],
  ['reflection', { isMarked: true, text: '  ' }, false],
  ['challenge', { score: 79 }, false],
  ['challenge', { score: 80 }, true],
  ['package', { result: { completion: 'completed', success: 'failed' } }, false],
  ['package', { result: { completion: 'incomplete', success: 'passed' } }, true],
  ['package', { opened: { tracks: ['completion'] } }, false],
  ['package', { opened: { tracks: ['score'] } }, true],
  ['video', { watched: 89 }, false],
  ['video', { watched: 90 }, true],
])('applies the rule for kind %s to %j', (kind, evidence, expected) => {
  expect(isDone(kind, evidence)).toBe(expected);
});

it('lets the learner mark a challenge without questions as done', () => {
  const rule = ruleOf({ kind: 'challenge', challenge: null });
  expect(isCompletedBy(rule, { isMarked: true })).toBe(true);
});
