import type { ProgramSummary, Progress, StepKind, Topic } from '#contract/programs.ts';

/** An enrolment with all that belongs to it, as the database tells it. What screens show is computed from this. */
export interface Plan {
  enrolmentId: string;
  programId: string;
  programName: string;
  purpose: string;
  userId: number;
  coachId: number | null;
  managerId: number | null;
  isManagerVisible: boolean;
  enrolment: ProgramSummary['enrolment'];
  dueOn: string | null;
  joinedAt: Date;
  selectionMin: number;
  topics: PlanTopic[];
}

export interface PlanTopic {
  topicId: string;
  title: string;
  behaviorName: string;
  description: string;
  isSelected: boolean;
  completedAt: Date | null;
  steps: PlanStep[];
}

export interface PlanStep {
  stepKey: string;
  title: string;
  kind: StepKind;
  minutes: number;
  required: boolean;
  body: string;
  goal: number | null;
  state: 'none' | 'started' | 'done' | 'waived';
  count: number;
  answer: string | null;
  doneAt: Date | null;
  updatedAt: Date | null;
}

export const isDone = ({ state }: PlanStep) => state === 'done' || state === 'waived';
const requiredOf = (topics: PlanTopic[]) =>
  topics.flatMap(({ steps }) => steps.filter(({ required }) => required));

/** The required steps of the chosen topics that are done or waived, of all of them. Never stored, so never wrong. */
export function progressOf(topics: PlanTopic[]): Progress {
  const steps = requiredOf(topics.filter(({ isSelected }) => isSelected));
  const done = steps.filter(isDone).length;
  return { done, total: steps.length, percent: percentOf(done, steps.length) };
}

/** Rounded down, but 1 as soon as anything is done; 100 only when all is; null when there is nothing to do yet. */
export function percentOf(done: number, total: number): number | null {
  if (total === 0) return null;
  return done === 0 ? 0 : Math.max(1, Math.floor((100 * done) / total));
}

/** The single topic's own count, chosen or not. */
export function topicProgressOf(topic: PlanTopic) {
  const steps = requiredOf([topic]);
  return { done: steps.filter(isDone).length, total: steps.length };
}

export function topicStateOf(topic: PlanTopic): Topic['state'] {
  if (topic.completedAt) return 'completed';
  if (!topic.isSelected) return 'not_selected';
  const { done, total } = topicProgressOf(topic);
  if (total > 0 && done === total) return 'ready';
  return topic.steps.some(({ state }) => state !== 'none') ? 'in_progress' : 'selected';
}

/** Steps are recorded and topics completed only while the program runs for the learner. */
export const isRunning = ({ enrolment }: Pick<Plan, 'enrolment'>) =>
  enrolment === 'active' || enrolment === 'ready_to_finish';

/** Enough topics chosen, and each of them completed. */
export function areAllTopicsCompleted({ topics, selectionMin }: Pick<Plan, 'topics' | 'selectionMin'>) {
  const selected = topics.filter(({ isSelected }) => isSelected);
  return selected.length >= selectionMin && selected.every(({ completedAt }) => completedAt !== null);
}

/** The first required step that is not done, in the order of the topics. */
export function nextStepOf(plan: Plan): { topic: PlanTopic; step: PlanStep } | null {
  if (!isRunning(plan)) return null;
  for (const topic of plan.topics) {
    if (!topic.isSelected || topic.completedAt) continue;
    const step = topic.steps.find((one) => one.required && !isDone(one));
    if (step) return { topic, step };
  }
  return null;
}

/** When the learner last did something in the program; null when never. */
export function lastActiveAt(plan: Plan): Date | null {
  const times = plan.topics.flatMap(({ completedAt, steps }) => [
    completedAt,
    ...steps.map(({ updatedAt }) => updatedAt),
  ]);
  return times.reduce((latest, time) => (time && (!latest || time > latest) ? time : latest), null);
}

export const minutesOf = (topic: PlanTopic) =>
  topic.steps.filter(({ required }) => required).reduce((sum, { minutes }) => sum + minutes, 0);
