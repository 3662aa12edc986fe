import { createContext } from 'react';
import type { Progress } from '#contract/learning/programSummaries.ts';
import type { Program } from '#contract/learning/programs.ts';
import type { StepRecord } from '#contract/learning/stepRecord.ts';
import type { Step } from '#contract/learning/steps.ts';
import { countedSteps } from '#src/programs/topics/topics.ts';
import type { QueuedCall } from '#store/offline/queuedCallsSlice.ts';
import { isDone } from '#store/programs/nextAction.ts';

/** A change to a step that the server has not confirmed yet. */
export interface StepChange {
  stepKey: string;
  record: StepRecord;
}

function recorded(step: Step, { done, tally, answer }: StepRecord): Step {
  const count = tally ?? step.tally?.count ?? 0;
  return {
    ...step,
    state: done ? 'done' : count > 0 && step.tally ? 'started' : 'none',
    tally: step.tally && { ...step.tally, count },
    answer: answer ?? step.answer,
  };
}

/** Same rule as on the server: rounded down, 100 only if all steps are done, at least 1 if a step is done. */
export function progressOf(program: Pick<Program, 'topics'>): Progress {
  const steps = countedSteps(program).flatMap((counted) => counted.steps);
  const [done, total] = [steps.filter(isDone).length, steps.length];
  if (total === 0) return { done, total, percent: null };
  return { done, total, percent: done === 0 ? 0 : Math.max(1, Math.floor((done * 100) / total)) };
}

/** The program with the change applied. Only the server decides whether a topic can be completed. */
export function withRecord(program: Program, { stepKey, record }: StepChange): Program {
  const topics = program.topics.map((topic) => ({
    ...topic,
    steps: topic.steps.map((step) => (step.stepKey === stepKey ? recorded(step, record) : step)),
  }));
  return { ...program, topics, progress: progressOf({ topics }) };
}

/** The program with the changes that wait for the server. */
export const withQueued = (program: Program, calls: readonly QueuedCall[]): Program =>
  calls
    .flatMap((queued) => (queued.endpoint === 'recordStep' ? [queued.args] : []))
    .filter(({ programId }) => programId === program.programId)
    .reduce(withRecord, program);

/** Shows a step change before the server responds. If the server refuses it, React shows the previous state again. */
export const OptimisticStepContext = createContext<(change: StepChange) => void>(() => {});
