import type { Program, Progress } from '#contract/programs.ts';
import type { Step, StepRecord } from '#contract/steps.ts';
import { isDone } from './stepKinds.ts';
import { countedSteps } from './topics.ts';

/** What a person did to a step, before the service has said so. */
export interface Deed {
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

/** From the rows, as the service counts: rounded down, 100 only when all is done, and something done is never 0 %. */
export function progressOf(program: Pick<Program, 'topics'>): Progress {
  const steps = countedSteps(program).flatMap((counted) => counted.steps);
  const [done, total] = [steps.filter(isDone).length, steps.length];
  if (total === 0) return { done, total, percent: null };
  return { done, total, percent: done === 0 ? 0 : Math.max(1, Math.floor((done * 100) / total)) };
}

/** The program as it is when the service agrees. What may be completed then is for the service to say. */
export function withRecord(program: Program, { stepKey, record }: Deed): Program {
  const topics = program.topics.map((topic) => ({
    ...topic,
    steps: topic.steps.map((step) => (step.stepKey === stepKey ? recorded(step, record) : step)),
  }));
  return { ...program, topics, progress: progressOf({ topics }) };
}
