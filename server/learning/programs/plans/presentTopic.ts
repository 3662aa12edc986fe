import type { Challenge, ChallengeWork } from '#contract/learning/challenges.ts';
import { reasonsOf, unknownAnswers, withoutSolutions } from '#contract/learning/gradeChallenge.ts';
import type { LearnerProgram } from '#contract/learning/learners.ts';
import type { StepPackage } from '#contract/learning/packages.ts';
import type { Topic } from '#contract/learning/programs.ts';
import { isRecordedByLearner } from '#contract/learning/stepRules.ts';
import type { Step } from '#contract/learning/steps.ts';
import { type StepFile, watchedPercent } from '#contract/learning/uploads.ts';
import type { Participant } from '#contract/people.ts';
import { fullName } from '#contract/people.ts';
import { dayOf, formatList } from '#server/formats.ts';
import { mayBeProposed } from '#server/learning/programs/programsPolicy.ts';
import {
  AUTO_CONFIRM_DAYS,
  blockingTopic,
  confirmerOf,
  isReadOnly,
  isRunning,
  minutesOf,
  missingPrerequisites,
  type Plan,
  type PlanFile,
  type PlanStep,
  type PlanTopic,
  topicStateOf,
} from './plan.ts';

/** Data for a topic that is not part of the plan: the viewer's time zone, people, upgrades and proposals. */
export interface TopicContext {
  people: ReadonlyMap<number, Participant>;
  /** The viewer's time zone. */
  timeZone: string;
  upgrades: ReadonlyMap<string, NonNullable<Topic['upgrade']>>;
  proposals: ReadonlyMap<string, Topic['proposals']>;
}

/** Shown instead of the name of a person who was deleted. */
export const UNKNOWN_PERSON = 'Unknown person';

const nameOf = ({ people }: Pick<TopicContext, 'people'>, id: number | null) => {
  const person = id === null ? undefined : people.get(id);
  return person ? fullName(person) : null;
};

/** The open confirmation request: confirmer, time of the request, and date of the automatic confirmation. */
export function confirmationOf(
  plan: Plan,
  topic: PlanTopic,
  context: Pick<TopicContext, 'people' | 'timeZone'>,
): LearnerProgram['topics'][number]['confirmation'] {
  const confirmer = confirmerOf(plan);
  if (!topic.askedAt || topic.completedAt || !confirmer) return null;
  const acceptedOn = new Date(topic.askedAt.getTime() + AUTO_CONFIRM_DAYS * 86_400_000);
  return {
    by: confirmer.by,
    name: nameOf(context, confirmer.userId),
    askedAt: topic.askedAt.toISOString(),
    acceptedOn: dayOf(acceptedOn, context),
  };
}

export function presentTopic(plan: Plan, topic: PlanTopic, context: TopicContext): Topic {
  const isOpen = isRunning(plan);
  const state = topicStateOf(topic);
  const canRecord = isOpen && topic.isSelected && topic.completedAt === null && topic.askedAt === null;
  const upgrade = context.upgrades.get(topic.topicId) ?? null;
  return {
    topicId: topic.topicId,
    title: topic.title,
    behaviorName: topic.behaviorName,
    description: topic.description,
    minutes: minutesOf(topic),
    version: topic.version,
    state,
    completedAt: topic.completedAt?.toISOString() ?? null,
    why: topic.why,
    ifThenPlan: topic.ifThenPlan,
    confirmation: confirmationOf(plan, topic, context),
    returned:
      topic.returned && state !== 'completed' && state !== 'awaiting_confirmation'
        ? {
            by: nameOf(context, topic.returned.by) ?? UNKNOWN_PERSON,
            note: topic.returned.note ?? '',
            at: new Date(topic.returned.at).toISOString(),
          }
        : null,
    reopened:
      topic.reopened && state !== 'completed' && state !== 'awaiting_confirmation'
        ? {
            by: nameOf(context, topic.reopened.by) ?? UNKNOWN_PERSON,
            reason: topic.reopened.reason,
            at: new Date(topic.reopened.at).toISOString(),
          }
        : null,
    upgrade,
    proposals: mayBeProposed(plan, topic) ? (context.proposals.get(topic.topicId) ?? []) : [],
    steps: topic.steps.map((step) => presentStep(plan, topic, step, canRecord, context)),
    can: { complete: isOpen && state === 'ready', upgrade: upgrade !== null },
  };
}

function presentStep(
  plan: Plan,
  topic: PlanTopic,
  step: PlanStep,
  canRecord: boolean,
  context: TopicContext,
): Step {
  const lock = lockOf(plan, topic, step);
  const mayChange = canRecord && mayRecord(step) && step.state !== 'waived' && lock === null;
  return {
    stepKey: step.stepKey,
    title: step.title,
    kind: step.kind,
    minutes: step.minutes,
    required: step.required,
    body: step.body,
    document: step.document,
    state: step.state,
    doneAt: step.doneAt?.toISOString() ?? null,
    tally: step.kind === 'practice' && step.goal !== null ? { count: step.count, goal: step.goal } : null,
    answer: step.kind === 'reflection' ? step.answer : null,
    challenge: step.challenge && withoutSolutions(step.challenge),
    work: step.challenge && step.work && presentWork(step.challenge, step.work),
    ...(step.package && { package: presentPackage(step.package) }),
    ...(step.survey && { survey: step.survey }),
    ...(step.url && { url: step.url }),
    ...(step.file && { file: presentFile(step.file) }),
    lock,
    waived:
      step.state === 'waived'
        ? { by: nameOf(context, step.waivedBy) ?? UNKNOWN_PERSON, reason: step.waivedBecause ?? '' }
        : null,
    can: {
      record: mayChange,
      ...(step.file && { open: mayChange || isReadOnly(topic, step) }),
    },
  };
}

/** A learner who answered the survey before the step was unlocked can mark the step as done. */
const mayRecord = ({ kind, state, survey }: PlanStep) =>
  isRecordedByLearner(kind) || (survey?.isAnswered === true && state !== 'done');

/** Leaves out answers to questions that are not in this version of the topic. */
function presentWork(challenge: Challenge, work: ChallengeWork): ChallengeWork {
  const unknown = unknownAnswers(challenge, work.answers);
  const answers = Object.fromEntries(
    Object.entries(work.answers).filter(([key]) => !Object.hasOwn(unknown, `answers.${key}`)),
  );
  return { ...work, answers, ...(work.result === null && { reasons: reasonsOf(challenge, answers) }) };
}

const presentPackage = ({ attempt, ...one }: StepPackage): StepPackage => ({
  ...one,
  attempt: attempt && { ...attempt, updatedAt: new Date(attempt.updatedAt).toISOString() },
});

const presentFile = ({ fileName, size, seconds, watched }: PlanFile): StepFile => ({
  fileName,
  size,
  video: seconds === null ? null : { seconds, watched: watchedPercent(watched ?? [], seconds) },
});

function lockOf(plan: Plan, topic: PlanTopic, step: PlanStep): Step['lock'] {
  const blocking = blockingTopic(plan, topic);
  if (blocking) return { reason: orderReason(blocking), stepKeys: [] };
  const missing = missingPrerequisites(topic, step);
  return missing.length === 0 ? null : { reason: lockReason(missing), stepKeys: keysOf(missing) };
}

/** The topics of a program with a fixed order are unlocked one after another. */
export const orderReason = ({ title }: Pick<PlanTopic, 'title'>) =>
  `Complete the topic “${title}” to unlock this step.`;

const keysOf = (steps: PlanStep[]) => steps.map(({ stepKey }) => stepKey);

/** `Complete “The first minute” to unlock this step.` */
export const lockReason = (missing: PlanStep[]) =>
  `Complete ${formatList(missing.map(({ title }) => `“${title}”`))} to unlock this step.`;
