import type { Program, Topic } from '#contract/learning/programs.ts';
import { isRecordedByLearner } from '#contract/learning/stepRules.ts';
import type { Step } from '#contract/learning/steps.ts';

export const isDone = (step: Pick<Step, 'state'>) => step.state === 'done' || step.state === 'waived';

const isRunning = ({ enrolment }: Pick<Program, 'enrolment'>) =>
  enrolment === 'active' || enrolment === 'ready_to_finish';

/** Topics in progress are expanded. Completed topics, ready topics and topics of an ended program are collapsed. */
export const isToWorkOn = (program: Pick<Program, 'enrolment'>, { state }: Pick<Topic, 'state'>) =>
  isRunning(program) && (state === 'selected' || state === 'in_progress');

/**
 * The next step, by the server's rule: the first open required step, where one that the learner can record now comes before
 * one that is locked or waits for a session or a survey. Null if the next action is to complete a topic or finish the
 * program.
 */
export function nextStepOf(program: Program): { topic: Topic; step: Step } | null {
  if (program.can.finish || program.topics.some((topic) => topic.can.complete)) return null;
  const open = program.topics
    .filter((topic) => isToWorkOn(program, topic))
    .flatMap((topic) =>
      topic.steps.filter((step) => step.required && !isDone(step)).map((step) => ({ topic, step })),
    );
  return (
    open.find(({ step }) => step.lock === null && isRecordedByLearner(step.kind)) ??
    open.find(({ step }) => step.lock === null) ??
    open[0] ??
    null
  );
}

/** The coach, and the manager if the program is visible to managers. A person who is both is listed once. */
export function notifiedNames({
  coach,
  manager,
  managerVisible,
}: Pick<Program, 'coach' | 'manager' | 'managerVisible'>): string[] {
  const people = [coach, managerVisible ? manager : null].filter((person) => person !== null);
  return Array.from(new Map(people.map(({ userId, firstName }) => [userId, firstName])).values());
}
