import type { ChallengeAnswers, ChallengeResult, ChallengeWork } from '#contract/learning/challenges.ts';
import type { Goals } from '#contract/learning/enrolment.ts';
import type { Program, Topic } from '#contract/learning/programs.ts';
import type { StepRecord } from '#contract/learning/stepRecord.ts';
import { isCompletedBy, isRecordedByLearner, ruleOf } from '#contract/learning/stepRules.ts';
import type { Step } from '#contract/learning/steps.ts';
import { progressOf } from '#src/programs/program/optimisticProgram.ts';
import { formatList } from '#src/ui/text/formatList.ts';
import { isDone } from '#store/programs/nextAction.ts';

/** The learner's attempts in one step of a preview. */
interface Trial {
  record: StepRecord | null;
  work: ChallengeWork | null;
}
export type Trials = ReadonlyMap<string, Trial>;

/** Everything that was done in the preview of a program. */
export interface Simulation {
  goals: Goals['topics'];
  completed: readonly string[];
  trials: Trials;
}
export const NOTHING_TRIED: Trials = new Map();
export const NEW_SIMULATION: Simulation = { goals: [], completed: [], trials: NOTHING_TRIED };

const untried: Trial = { record: null, work: null };

export const withRecord = (trials: Trials, stepKey: string, record: StepRecord): Trials =>
  new Map(trials).set(stepKey, { ...untried, ...trials.get(stepKey), record });

export function withResult(
  trials: Trials,
  stepKey: string,
  answers: ChallengeAnswers,
  result: ChallengeResult,
): Trials {
  const trial = trials.get(stepKey) ?? untried;
  const attempts = (trial.work?.attempts ?? 0) + 1;
  // A passed challenge stays done.
  const record = result.isPassed ? { done: true } : trial.record;
  return new Map(trials).set(stepKey, { record, work: { answers, attempts, savedAt: result.at, result } });
}

/** Follows the rule of the step. A passed challenge stays done, and actions of other people count as done. */
function isDoneBy(step: Step, { record }: Trial): boolean {
  const isMarked = record?.done === true;
  const rule = ruleOf({ ...step, goal: step.tally?.goal ?? null });
  if (rule.kind === 'passed') return isMarked;
  return isCompletedBy(rule, {
    isMarked,
    text: record?.answer ?? null,
    count: record?.tally ?? 0,
    ...(isMarked && {
      isHeld: true,
      isAnswered: true,
      isDownloaded: true,
      watched: 100,
      result: { completion: 'completed', success: 'unknown' },
    }),
  });
}

/** The steps after the trials. In `fresh`, nothing is done, and the lock of a step names all steps before it. */
export function simulateSteps(fresh: readonly Step[], trials: Trials): Step[] {
  const isStepDone = (step: Step) => isDoneBy(step, trials.get(step.stepKey) ?? untried);
  return fresh.map((step) => {
    const { record, work } = trials.get(step.stepKey) ?? untried;
    const count = record?.tally ?? 0;
    const isStarted = count > 0 || work !== null;
    const state = isStepDone(step) ? 'done' : isStarted ? 'started' : 'none';
    const missing =
      state === 'none'
        ? fresh.filter((one) => step.lock?.stepKeys.includes(one.stepKey) && !isStepDone(one))
        : [];
    return {
      ...step,
      state,
      tally: step.tally && { ...step.tally, count },
      answer: record?.answer ?? null,
      work,
      lock: lockBy(missing),
      can: { record: missing.length === 0 && isRecordedByLearner(step.kind) && step.kind !== 'package' },
    };
  });
}

export const lockBy = (missing: readonly Pick<Step, 'stepKey' | 'title'>[]): Step['lock'] =>
  missing.length === 0
    ? null
    : {
        reason: `Complete ${formatList(missing.map(({ title }) => `“${title}”`))} to unlock this step.`,
        stepKeys: missing.map(({ stepKey }) => stepKey),
      };

/** The program as the server would return it after these actions. In `fresh`, nothing is selected. */
export function simulateProgram(fresh: Program, { goals, completed, trials }: Simulation): Program {
  const topics = fresh.topics.map((topic): Topic => {
    const goal = goals.find(({ topicId }) => topicId === topic.topicId);
    if (!goal) return topic;
    const steps = simulateSteps(topic.steps, trials);
    const state = stateOf(steps, completed.includes(topic.topicId));
    return {
      ...topic,
      ...goal,
      steps: state === 'completed' ? steps.map((step) => ({ ...step, can: { record: false } })) : steps,
      state,
      can: { ...topic.can, complete: state === 'ready' },
    };
  });
  const selected = inOrder(
    fresh,
    topics.filter(({ state }) => state !== 'not_selected'),
  );
  const hasCompletedAll = selected.length > 0 && selected.every(({ state }) => state === 'completed');
  const can = { answerInvitation: false, finish: false, withdraw: false, beginAgain: false };
  return {
    ...fresh,
    enrolment: hasCompletedAll ? 'completed' : selected.length > 0 ? 'active' : 'choosing',
    can: { ...can, choose: selected.length === 0 },
    progress: progressOf({ topics }),
    topics: [...selected, ...topics.filter(({ state }) => state === 'not_selected')],
  };
}

/** In a program with a fixed order, a topic that was not started waits until the earlier topics are completed. */
function inOrder({ isOrdered }: Program, selected: readonly Topic[]): Topic[] {
  return selected.map((topic, index) => {
    const before = selected.slice(0, index).find(({ state }) => state !== 'completed');
    if (!isOrdered || !before || topic.state !== 'selected') return topic;
    const lock = { reason: `Complete the topic “${before.title}” to unlock this step.`, stepKeys: [] };
    return { ...topic, steps: topic.steps.map((step) => ({ ...step, lock, can: { record: false } })) };
  });
}

function stateOf(steps: readonly Step[], isCompleted: boolean): Topic['state'] {
  if (isCompleted) return 'completed';
  const required = steps.filter((step) => step.required);
  if (required.length > 0 && required.every(isDone)) return 'ready';
  return steps.some(({ state }) => state !== 'none') ? 'in_progress' : 'selected';
}
