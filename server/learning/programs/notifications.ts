import type { Plan, PlanTopic } from '#server/learning/programs/plans/plan.ts';
import type { NotificationToSend } from '#server/outbox/index.ts';
import { notificationReceivers } from './programsPolicy.ts';

const payloadOf = (plan: Plan) => ({
  userId: plan.userId,
  programId: plan.programId,
  programName: plan.programName,
});

/** Notifications about a completed topic for coach and manager, and for the learner if another person confirmed it. */
export function topicCompletedNotifications(
  plan: Plan,
  topic: PlanTopic,
  n: number,
  { allTopicsCompleted, actorId }: { allTopicsCompleted: boolean; actorId: number | null },
): NotificationToSend[] {
  const payload = payloadOf(plan);
  const others = actorId === plan.userId ? [] : [plan.userId];
  return [...notificationReceivers(plan, actorId), ...others].flatMap((receiverId) => [
    {
      receiverId,
      dedupeKey: `topic:${plan.enrolmentId}:${topic.topicId}:${n}:${receiverId}`,
      body: {
        notificationType: 'LEARNER_COMPLETED_TOPIC' as const,
        payload: { ...payload, extraPayload: { behaviorName: topic.title, topicId: topic.topicId } },
      },
    },
    ...(allTopicsCompleted
      ? [
          {
            receiverId,
            // Contains the completion number, so that completing all topics again after a reopening sends a new
            // notification.
            dedupeKey: `all:${plan.enrolmentId}:${topic.topicId}:${n}:${receiverId}`,
            body: { notificationType: 'LEARNER_COMPLETED_ALL_TOPICS' as const, payload },
          },
        ]
      : []),
  ]);
}

/** Notifications about a program that the learner finished manually after all topics had been completed. */
export const programFinishedNotifications = (plan: Plan): NotificationToSend[] =>
  notificationReceivers(plan).map((receiverId) => ({
    receiverId,
    dedupeKey: `all:${plan.enrolmentId}:finish:${plan.version}:${receiverId}`,
    body: { notificationType: 'LEARNER_COMPLETED_ALL_TOPICS', payload: payloadOf(plan) },
  }));

/** Notifications for the invited people. `cycle`: a person may be invited again after an earlier cycle. */
export const invitationNotifications = (
  inviterId: number,
  { programId, programName }: { programId: string; programName: string },
  invited: { userId: number; cycle: number }[],
): NotificationToSend[] =>
  invited
    .filter(({ userId }) => userId !== inviterId)
    .map(({ userId, cycle }) => ({
      receiverId: userId,
      dedupeKey: `invited:${programId}:${cycle}:${userId}`,
      body: {
        notificationType: 'INVITED_TO_PROGRAM',
        payload: { userId: inviterId, programId, programName },
      },
    }));

/** Notifications about a changed selection of topics. Reasons and if-then plans are private and notify no one. */
export const goalsUpdatedNotifications = (plan: Plan, version: number): NotificationToSend[] =>
  notificationReceivers(plan).map((receiverId) => ({
    receiverId,
    dedupeKey: `goals:${plan.enrolmentId}:${version}:${receiverId}`,
    body: { notificationType: 'LEARNER_UPDATED_PROGRAM_GOALS', payload: payloadOf(plan) },
  }));
