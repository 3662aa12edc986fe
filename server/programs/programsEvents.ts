import type { NotificationToSend } from '../outbox/index.ts';
import type { Plan, PlanTopic } from './plan.ts';
import { receiversFor } from './programsPolicy.ts';

const payloadOf = (plan: Plan) => ({
  userId: plan.userId,
  programId: plan.programId,
  programName: plan.programName,
});

/** What coach and manager hear of a completed topic. Where somebody else completed it by confirming it, the learner does too. */
export function completionNews(
  plan: Plan,
  topic: PlanTopic,
  n: number,
  { allTopicsCompleted, actorId }: { allTopicsCompleted: boolean; actorId: number | null },
): NotificationToSend[] {
  const payload = { ...payloadOf(plan), extraPayload: { behaviorName: topic.behaviorName } };
  const others = actorId === plan.userId ? [] : [plan.userId];
  return [...receiversFor(plan, actorId), ...others].flatMap((receiverId) => [
    {
      receiverId,
      dedupeKey: `topic:${plan.enrolmentId}:${topic.topicId}:${n}:${receiverId}`,
      body: { notificationType: 'LEARNER_COMPLETED_TOPIC', payload },
    },
    ...(allTopicsCompleted
      ? [
          {
            receiverId,
            // With the topic and its number: after a reopening all can be completed again, and that is news again.
            dedupeKey: `all:${plan.enrolmentId}:${topic.topicId}:${n}:${receiverId}`,
            body: { notificationType: 'LEARNER_COMPLETED_ALL_TOPICS', payload },
          },
        ]
      : []),
  ]);
}

/** A program that was finished by hand, with the topics completed before. */
export const finishNews = (plan: Plan): NotificationToSend[] =>
  receiversFor(plan).map((receiverId) => ({
    receiverId,
    dedupeKey: `all:${plan.enrolmentId}:finish:${plan.version}:${receiverId}`,
    body: { notificationType: 'LEARNER_COMPLETED_ALL_TOPICS', payload: payloadOf(plan) },
  }));

/** Other topics than before. Words that only the learner reads are no news. */
export const goalNews = (plan: Plan, version: number): NotificationToSend[] =>
  receiversFor(plan).map((receiverId) => ({
    receiverId,
    dedupeKey: `goals:${plan.enrolmentId}:${version}:${receiverId}`,
    body: { notificationType: 'LEARNER_UPDATED_PROGRAM_GOALS', payload: payloadOf(plan) },
  }));
