import type { LearnerProgram } from '#contract/learners.ts';
import type { Viewer } from '../http/viewer.ts';
import { type AccessWindow, readableUntil } from '../people/index.ts';
import { confirmerOf, isRunning, type Plan, type PlanTopic, topicStateOf } from './plan.ts';

type Relations = Pick<Plan, 'userId' | 'coachId' | 'managerId' | 'isManagerVisible'>;

export interface Relation {
  relation: LearnerProgram['relation'];
  /** For who no longer is it: until when they were, and until when they may read what was so then. */
  former: { asOf: Date; readableUntil: Date } | null;
}

/** What the viewer is or was to a learner in a program; null for everybody else, administrators included. */
export function relationTo(
  { userId }: Pick<Viewer, 'userId'>,
  plan: Plan,
  windows: readonly AccessWindow[],
): Relation | null {
  const own = windows.filter((one) => one.viewerId === userId && one.subjectId === plan.userId);
  if (plan.coachId === userId) return { relation: 'coach', former: null };
  if (plan.isManagerVisible && plan.managerId === userId) {
    const since = own.find(({ relation, until }) => relation === 'manager' && until === null)?.since;
    // What was over before somebody became the manager is between the learner and the one before.
    if (!plan.finishedAt || !since || plan.finishedAt >= since) return { relation: 'manager', former: null };
  }
  for (const { relation, enrolmentId, until } of own) {
    if (until === null || until < plan.joinedAt) continue;
    const isOfThis = relation === 'coach' ? enrolmentId === plan.enrolmentId : plan.isManagerVisible;
    if (isOfThis) return { relation, former: { asOf: until, readableUntil: readableUntil(until) } };
  }
  return null;
}

/** Who hears of what a learner did: coach and manager, once where they are one person, never the learner or who did it. */
export const receiversFor = (plan: Relations, actorId: number | null = plan.userId): number[] => [
  ...new Set(
    [plan.coachId, plan.isManagerVisible ? plan.managerId : null].filter(
      (id) => id !== null && id !== plan.userId && id !== actorId,
    ) as number[],
  ),
];

const isOver = ({ enrolment }: Plan) =>
  enrolment === 'completed' ||
  enrolment === 'declined' ||
  enrolment === 'withdrawn' ||
  enrolment === 'expired';

/** What the learner may do with their enrolment now. */
export const rightsOf = (plan: Plan) => ({
  answerInvitation: plan.isOpen && (plan.enrolment === 'invited' || plan.enrolment === 'declined'),
  choose: plan.isOpen && (isRunning(plan) || plan.enrolment === 'choosing' || plan.enrolment === 'accepted'),
  finish: plan.enrolment === 'ready_to_finish',
  withdraw: !isOver(plan) && plan.enrolment !== 'invited',
  beginAgain: plan.isOpen && isOver(plan) && plan.enrolment !== 'declined',
});

/** The one whom the program asks may confirm; coach and manager may reopen. Nobody does who only was it before. */
export const topicRightsOf = (
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

/** Coach and manager may propose what is not chosen, while the learner may still choose. */
export const mayPropose = (plan: Plan, { former }: Relation, topic: PlanTopic) =>
  former === null &&
  (rightsOf(plan).choose || plan.enrolment === 'invited') &&
  plan.isOpen &&
  !topic.isSelected &&
  topic.completedAt === null;

export const mayWaive = (plan: Plan, { former }: Relation, topic: PlanTopic) =>
  former === null && isRunning(plan) && topic.isSelected && topic.completedAt === null;
