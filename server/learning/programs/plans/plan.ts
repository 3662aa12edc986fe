import type { Challenge, ChallengeWork } from '#contract/learning/challenges.ts';
import type { StepPackage } from '#contract/learning/packages.ts';
import type { ProgramSummary, Progress } from '#contract/learning/programSummaries.ts';
import type { Topic } from '#contract/learning/programs.ts';
import type { RichText } from '#contract/learning/richText.ts';
import { isRecordedByLearner } from '#contract/learning/stepRules.ts';
import type { StepKind, StepSurvey } from '#contract/learning/steps.ts';
import type { WatchedPart } from '#contract/learning/uploads.ts';

/** An enrolment with topics, steps and records as stored. Everything that screens show is computed from it (decision 0027). */
export interface Plan {
  enrolmentId: string;
  programId: string;
  programName: string;
  purpose: string;
  userId: number;
  coachId: number | null;
  managerId: number | null;
  isManagerVisible: boolean;
  /** Whether the program is active. In a closed program, nothing new can be started. */
  isOpen: boolean;
  confirmation: 'self' | 'coach' | 'manager';
  /** The topics are worked on one after another, in the order of the program. */
  isOrdered: boolean;
  /** The coaching plan; null without one. */
  plannedSessions: number | null;
  sessionEveryDays: number | null;
  enrolment: ProgramSummary['enrolment'];
  cycle: number;
  /** Incremented by every change; a change must name the version it is based on. */
  version: number;
  invitedBy: number | null;
  /** The learner's reason for leaving. */
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
  /** Private texts of the learner. */
  why: string | null;
  ifThenPlan: string | null;
  completedAt: Date | null;
  /** Time of the open confirmation request, if there is one. */
  askedAt: Date | null;
  /** When a coach or manager last reopened the completed topic, and the reason. */
  reopened: { by: number; reason: string; at: string } | null;
  /** When the completion was sent back, and the note, if that is the latest answer to a confirmation request. */
  returned: { by: number | null; note: string | null; at: string } | null;
  /** The coach and manager whose proposals of this topic wait for the learner. */
  proposedBy: number[];
  /** The version that the learner works on, and the newest published version. */
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
  document: RichText | null;
  goal: number | null;
  state: 'none' | 'started' | 'done' | 'waived';
  count: number;
  answer: string | null;
  challenge: Challenge | null;
  work: ChallengeWork | null;
  prerequisiteKeys: string[];
  packageId: string | null;
  survey: StepSurvey | null;
  url: string | null;
  fileId: string | null;
  captionsId: string | null;
  /** The file of a file or video step. */
  file: PlanFile | null;
  /** The package with the newest attempt, and times as the database writes them. */
  package: StepPackage | null;
  waivedBy: number | null;
  waivedBecause: string | null;
  doneAt: Date | null;
  updatedAt: Date | null;
}

export interface PlanFile {
  fileName: string;
  size: number;
  /** The length of a video, and the parts that the learner has watched. */
  seconds: number | null;
  watched: WatchedPart[] | null;
}

export const isDone = ({ state }: PlanStep) => state === 'done' || state === 'waived';
const requiredOf = (topics: PlanTopic[]) =>
  topics.flatMap(({ steps }) => steps.filter(({ required }) => required));

/** Done or waived steps among the required steps of the selected topics. Computed, never stored (decision 0027). */
export function progressOf(topics: PlanTopic[]): Progress {
  const steps = requiredOf(topics.filter(({ isSelected }) => isSelected));
  const done = steps.filter(isDone).length;
  return { done, total: steps.length, percent: percentOf(done, steps.length) };
}

/** Rounded down, at least 1 if anything is done, 100 only if everything is done; null without any steps. */
export function percentOf(done: number, total: number): number | null {
  if (total === 0) return null;
  return done === 0 ? 0 : Math.max(1, Math.floor((100 * done) / total));
}

/** Progress of a single topic, selected or not. */
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

/** Steps can be recorded and topics completed only in these states. */
export const isRunning = ({ enrolment }: Pick<Plan, 'enrolment'>) =>
  enrolment === 'active' || enrolment === 'ready_to_finish';

/** True if enough topics are selected and all of them are completed. */
export function areAllTopicsCompleted({ topics, selectionMin }: Pick<Plan, 'topics' | 'selectionMin'>) {
  const selected = topics.filter(({ isSelected }) => isSelected);
  return selected.length >= selectionMin && selected.every(({ completedAt }) => completedAt !== null);
}

/** Prerequisites of a step that are not done yet. A step that was started is never locked. */
export const missingPrerequisites = (topic: PlanTopic, step: PlanStep): PlanStep[] =>
  step.state === 'none'
    ? topic.steps.filter((one) => step.prerequisiteKeys.includes(one.stepKey) && !isDone(one))
    : [];

/** The step is done, or its topic takes no more records: its file can be opened, and nothing is recorded. */
export const isReadOnly = (topic: PlanTopic, step: PlanStep) =>
  isDone(step) ||
  (topic.isSelected &&
    (topic.completedAt !== null || topic.askedAt !== null) &&
    missingPrerequisites(topic, step).length === 0);

/**
 * In a program with a fixed order, the selected topic before this one that is not completed. A topic that waits for its
 * confirmation blocks no one. A topic that was started is never locked.
 */
export function blockingTopic({ isOrdered, topics }: Pick<Plan, 'isOrdered' | 'topics'>, topic: PlanTopic) {
  if (!isOrdered || !topic.isSelected || topic.steps.some(({ state }) => state !== 'none')) return null;
  const before = topics.slice(0, topics.indexOf(topic));
  return (
    before.find(({ isSelected, completedAt, askedAt }) => isSelected && !completedAt && !askedAt) ?? null
  );
}

/** The person who confirms completed topics; null if no confirmation is needed or no one can confirm. */
export function confirmerOf(plan: Plan): { by: 'coach' | 'manager'; userId: number } | null {
  if (plan.confirmation === 'self') return null;
  const managerId = plan.isManagerVisible ? plan.managerId : null;
  if (plan.confirmation === 'coach' && plan.coachId !== null) return { by: 'coach', userId: plan.coachId };
  return managerId === null ? null : { by: 'manager', userId: managerId };
}

/** An unanswered confirmation request is accepted automatically after this many days. */
export const AUTO_CONFIRM_DAYS = 7;

/** The plan as it was at a point in time, for former managers and coaches (decision 0029). */
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

/**
 * The first open required step in the order of the topics. A step that the learner can record now comes before one that is
 * locked or waits for a session or a survey.
 */
export function nextStepOf(plan: Plan): { topic: PlanTopic; step: PlanStep } | null {
  if (!isRunning(plan)) return null;
  const open = plan.topics
    .filter((topic) => topic.isSelected && !topic.completedAt && !topic.askedAt)
    .flatMap((topic) =>
      topic.steps.filter((step) => step.required && !isDone(step)).map((step) => ({ topic, step })),
    );
  const isUnlocked = ({ topic, step }: (typeof open)[number]) =>
    missingPrerequisites(topic, step).length === 0 && blockingTopic(plan, topic) === null;
  return (
    open.find((next) => isUnlocked(next) && isRecordedByLearner(next.step.kind)) ??
    open.find(isUnlocked) ??
    open[0] ??
    null
  );
}

/** When the learner last worked on a topic of the program; null if they have not. */
export function findLastActivity(plan: Plan): Date | null {
  const times = plan.topics.flatMap(({ completedAt, steps }) => [
    completedAt,
    ...steps.map(({ updatedAt }) => updatedAt),
  ]);
  return times.reduce((latest, time) => (time && (!latest || time > latest) ? time : latest), null);
}

export const minutesOf = (topic: PlanTopic) =>
  topic.steps.filter(({ required }) => required).reduce((sum, { minutes }) => sum + minutes, 0);
