import type { Challenge, ChallengeWork } from '#contract/challenges.ts';
import type { ProgramSummary, Progress, Topic } from '#contract/programs.ts';
import type { StepKind } from '#contract/steps.ts';

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
  /** Whether the program itself goes on; in one that is closed nothing new begins. */
  isOpen: boolean;
  confirmation: 'self' | 'coach' | 'manager';
  enrolment: ProgramSummary['enrolment'];
  cycle: number;
  /** What a change is based on. */
  version: number;
  invitedBy: number | null;
  /** Why the learner left. */
  reason: string | null;
  dueOn: string | null;
  joinedAt: Date;
  finishedAt: Date | null;
  selectionMin: number;
  selectionMax: number;
  topics: PlanTopic[];
}

export interface PlanTopic {
  topicId: string;
  title: string;
  behaviorName: string;
  description: string;
  isSelected: boolean;
  selectedAt: Date | null;
  /** The learner's own words about it. */
  why: string | null;
  ifThenPlan: string | null;
  completedAt: Date | null;
  /** When somebody was asked to confirm it, and has not answered yet. */
  askedAt: Date | null;
  /** Who would choose it for the learner. */
  proposedBy: number[];
  /** The version that this learner goes through, and the newest one there is. */
  version: number;
  newest: number;
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
  challenge: Challenge | null;
  work: ChallengeWork | null;
  prerequisiteKeys: string[];
  waivedBy: number | null;
  waivedBecause: string | null;
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
  if (topic.askedAt) return 'awaiting_confirmation';
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

/** The steps that have to be done before this one, and are not. What was begun is never locked. */
export const missingBefore = (topic: PlanTopic, step: PlanStep): PlanStep[] =>
  step.state === 'none'
    ? topic.steps.filter((one) => step.prerequisiteKeys.includes(one.stepKey) && !isDone(one))
    : [];

/** Who is to confirm what this learner completes; null where the learner's own word is enough, or nobody could. */
export function confirmerOf(plan: Plan): { by: 'coach' | 'manager'; userId: number } | null {
  if (plan.confirmation === 'self') return null;
  const managerId = plan.isManagerVisible ? plan.managerId : null;
  if (plan.confirmation === 'coach' && plan.coachId !== null) return { by: 'coach', userId: plan.coachId };
  return managerId === null ? null : { by: 'manager', userId: managerId };
}

/** Nobody has answered for so long: the completion is accepted. */
export const ACCEPTED_AFTER_DAYS = 7;

/** What was so at that time: what came later is left out. For whoever was manager or coach until then. */
export const asOf = (plan: Plan, time: Date): Plan => ({
  ...plan,
  ...(plan.finishedAt && plan.finishedAt > time && { finishedAt: null, enrolment: 'active' as const }),
  topics: plan.topics.map((topic) => ({
    ...topic,
    isSelected: topic.isSelected && topic.selectedAt !== null && topic.selectedAt <= time,
    completedAt: topic.completedAt && topic.completedAt > time ? null : topic.completedAt,
    askedAt: topic.askedAt && topic.askedAt > time ? null : topic.askedAt,
    steps: topic.steps.map((step) =>
      step.updatedAt && step.updatedAt > time && (!step.doneAt || step.doneAt > time)
        ? { ...step, state: 'none' as const, count: 0, doneAt: null, updatedAt: null }
        : step,
    ),
  })),
});

/** The first required step that can be done and is not, in the order of the topics. */
export function nextStepOf(plan: Plan): { topic: PlanTopic; step: PlanStep } | null {
  if (!isRunning(plan)) return null;
  for (const topic of plan.topics) {
    if (!topic.isSelected || topic.completedAt || topic.askedAt) continue;
    const open = topic.steps.filter((one) => one.required && !isDone(one));
    const step = open.find((one) => missingBefore(topic, one).length === 0) ?? open[0];
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
