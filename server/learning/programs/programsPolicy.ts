import type { LearnerProgram } from '#contract/learning/learners.ts';
import type { Viewer } from '#server/http/viewer.ts';
import {
  confirmerOf,
  isRunning,
  type Plan,
  type PlanTopic,
  topicStateOf,
} from '#server/learning/programs/plans/plan.ts';
import { type AccessWindow, readableUntil } from '#server/people/index.ts';

type Relations = Pick<Plan, 'userId' | 'coachId' | 'managerId' | 'isManagerVisible'>;

export interface Relation {
  relation: LearnerProgram['relation'];
  /** Set for a former manager or coach: when the relation ended, and how long they may read the state of that day. */
  former: { asOf: Date; readableUntil: Date } | null;
}

/** The viewer's current or former relation to a learner; null for everyone else, including administrators. */
export function relationTo(
  { userId }: Pick<Viewer, 'userId'>,
  plan: Plan,
  windows: readonly AccessWindow[],
): Relation | null {
  const own = windows.filter((window) => window.viewerId === userId && window.subjectId === plan.userId);
  if (plan.coachId === userId) return { relation: 'coach', former: null };
  if (plan.isManagerVisible && plan.managerId === userId) {
    const since = own.find(({ relation, until }) => relation === 'manager' && until === null)?.since;
    // A new manager does not see programs that ended before they became the manager (decision 0029).
    if (!plan.finishedAt || !since || plan.finishedAt >= since) return { relation: 'manager', former: null };
  }
  for (const { relation, enrolmentId, until } of own) {
    if (until === null || until < plan.joinedAt) continue;
    const isRelevant = relation === 'coach' ? enrolmentId === plan.enrolmentId : plan.isManagerVisible;
    if (isRelevant) return { relation, former: { asOf: until, readableUntil: readableUntil(until) } };
  }
  return null;
}

/**
 * Receivers of notifications about a learner: coach and manager without duplicates, without the learner and the actor.
 */
export const notificationReceivers = (plan: Relations, actorId: number | null = plan.userId): number[] => [
  ...new Set(
    [plan.coachId, plan.isManagerVisible ? plan.managerId : null].filter(
      (id) => id !== null && id !== plan.userId && id !== actorId,
    ) as number[],
  ),
];

const hasEnded = ({ enrolment }: Plan) =>
  enrolment === 'completed' || enrolment === 'declined' || enrolment === 'withdrawn';

/** The actions on their enrolment that the learner may take now. */
export const enrolmentPermissions = (plan: Plan) => ({
  answerInvitation: plan.isOpen && (plan.enrolment === 'invited' || plan.enrolment === 'declined'),
  choose: plan.isOpen && (isRunning(plan) || plan.enrolment === 'choosing' || plan.enrolment === 'accepted'),
  finish: plan.enrolment === 'ready_to_finish',
  withdraw: !hasEnded(plan) && plan.enrolment !== 'invited',
  beginAgain: plan.isOpen && hasEnded(plan) && plan.enrolment !== 'declined',
});

/**
 * The confirmer of the program may confirm. Coach and manager may reopen. Former coaches and managers may do neither.
 */
export const topicPermissions = (
  { userId }: Pick<Viewer, 'userId'>,
  plan: Plan,
  { former }: Relation,
  topic: PlanTopic,
) => ({
  confirm:
    former === null &&
    isRunning(plan) &&
    topicStateOf(topic) === 'awaiting_confirmation' &&
    confirmerOf(plan)?.userId === userId,
  reopen:
    former === null && topic.completedAt !== null && (isRunning(plan) || plan.enrolment === 'completed'),
});

/** Topics can be proposed and declined while the learner can still select them. */
export const mayBeProposed = (plan: Plan, topic: PlanTopic) =>
  (enrolmentPermissions(plan).choose || plan.enrolment === 'invited') &&
  plan.isOpen &&
  !topic.isSelected &&
  topic.completedAt === null;

export const mayPropose = (plan: Plan, { former }: Relation, topic: PlanTopic) =>
  former === null && mayBeProposed(plan, topic);

export const mayWaive = (plan: Plan, { former }: Relation, topic: PlanTopic) =>
  former === null && isRunning(plan) && topic.isSelected && topic.completedAt === null;
