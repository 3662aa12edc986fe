import { MESSAGE_TARGET, topicTarget } from '#contract/notifications/linkTargets.ts';
import type { TeamMember } from '#contract/team.ts';
import { dayOf, daysBetween, formatDay, formatDueDate, plural, type Region } from '#server/formats.ts';
import type { ProgressSummary } from '#server/learning/programs/index.ts';

export type Reason = TeamMember['reasons'][number];
/** What the viewer does about a reason, on home and on the team page. */
export const verbOf = (kind: Reason['kind']): Reason['verb'] => (kind === 'confirm' ? 'Confirm' : 'Message');
export const INACTIVE_DAYS = 14;
/** After this many days, a manager is told about an unanswered invitation, and about a learner without topics. */
const WAITING_DAYS = 7;

/** The path of a learner's topics, scrolled to a topic if one is given. */
export function learnerPath(
  { programId, userId }: { programId: string; userId: number },
  topicId?: string,
): string {
  const path = `/program/${programId}/sessions/${userId}?show=topics`;
  return topicId === undefined ? path : `${path}#${topicTarget(topicId)}`;
}

/** The path of a learner whom the viewer should ask. */
export const messagePath = (learner: { programId: string; userId: number }) =>
  `${learnerPath(learner)}#${MESSAGE_TARGET}`;

/** The last activity of an inactive learner; null if the learner is active or not enrolled. */
export function inactiveSince(
  { enrolment, lastActiveAt, joinedAt }: ProgressSummary,
  now: Date,
  region: Region,
): Date | null {
  if (enrolment !== 'active' && enrolment !== 'ready_to_finish') return null;
  const last = new Date(lastActiveAt ?? joinedAt);
  return daysBetween(last, now, region) >= INACTIVE_DAYS ? last : null;
}

/** The reasons why a report needs attention in one program. */
export function findReasons(summary: ProgressSummary, now: Date, region: Region): Reason[] {
  const { enrolment, programName, dueOn, ready, asked } = summary;
  const joinedAt = new Date(summary.joinedAt);
  const reasons: Reason[] = [];
  const add = (kind: Reason['kind'], text: string, topicId?: string) =>
    void reasons.push({
      kind,
      text,
      verb: verbOf(kind),
      path: topicId === undefined ? messagePath(summary) : learnerPath(summary, topicId),
    });
  const [first] = asked;
  if (first) add('confirm', `Waiting for you to confirm “${first.title}” in ${programName}.`, first.topicId);
  const isUnderWay = enrolment === 'active' || enrolment === 'ready_to_finish';
  if (isUnderWay && dueOn !== null && dueOn < dayOf(now, region))
    add('overdue', `${programName} was due ${formatDueDate(dueOn, now, region)}.`);
  const since = inactiveSince(summary, now, region);
  if (since)
    add(
      'quiet',
      `No activity in ${programName} since ${formatDay(since, region)} (${daysBetween(since, now, region)} days).`,
    );
  if (isUnderWay && ready > 0)
    add(
      'ready',
      plural(
        ready,
        `1 topic is ready to complete in ${programName}.`,
        `${ready} topics are ready to complete in ${programName}.`,
      ),
      summary.readyTopicId ?? undefined,
    );
  // In a paused program, the learner can neither answer nor select topics.
  const isWaiting = summary.isOpen && daysBetween(joinedAt, now, region) >= WAITING_DAYS;
  if (enrolment === 'choosing' && isWaiting)
    add('choosing', `Has not selected topics in ${programName} yet.`);
  if (enrolment === 'invited' && isWaiting)
    add(
      'invited',
      `Has not responded to the invitation to ${programName} sent on ${formatDay(joinedAt, region)}.`,
    );
  return reasons;
}
