import { and, eq, max } from '../db/drizzle.ts';
import { enrolments, topicCompletions } from '../db/schema/programs.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { notFound, notPossible } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';
import { enqueueNotifications, type NotificationToSend } from '../outbox/index.ts';
import { areAllTopicsCompleted, isDone, isRunning, type Plan, type PlanTopic } from './plan.ts';
import { findOwnPlan } from './plansRepository.ts';
import { receiversFor } from './programsPolicy.ts';

export interface CompletedTopic {
  plan: Plan;
  completedAt: Date;
  /** In this one call, not in a repetition of it. */
  allTopicsCompleted: boolean;
}

/**
 * The learner says that a topic is done. The enrolment is locked first, so of twenty calls at once one completes and the
 * others find it completed; what coach and manager are told is written in the same transaction.
 */
export async function completeTopic(
  tx: TenantTransaction,
  viewer: Viewer,
  { programId, topicId }: { programId: string; topicId: string },
  now: Date,
): Promise<CompletedTopic> {
  const before = await findOwnPlan(tx, viewer.userId, programId, { isLocked: true });
  const topic = before?.topics.find((one) => one.topicId === topicId);
  if (!before || !topic) throw notFound();
  if (topic.completedAt) return { plan: before, completedAt: topic.completedAt, allTopicsCompleted: false };
  refuseWhatIsNotReady(before, topic);

  const n = await nextNumber(tx, before, topic);
  await tx.insert(topicCompletions).values({
    tenantId: viewer.tenantId,
    enrolmentId: before.enrolmentId,
    topicId,
    n,
    completedAt: now,
  });
  const topics = before.topics.map((one) => (one === topic ? { ...one, completedAt: now } : one));
  const allTopicsCompleted = areAllTopicsCompleted({ ...before, topics });
  if (allTopicsCompleted)
    await tx
      .update(enrolments)
      .set({ state: 'completed', finishedAt: now })
      .where(eq(enrolments.id, before.enrolmentId));
  const plan: Plan = { ...before, topics, enrolment: allTopicsCompleted ? 'completed' : before.enrolment };
  await enqueueNotifications(tx, notificationsFor(plan, topic, n, allTopicsCompleted), now);
  return { plan, completedAt: now, allTopicsCompleted };
}

function refuseWhatIsNotReady(plan: Plan, topic: PlanTopic) {
  if (!isRunning(plan))
    throw notPossible('This program is not running for you, so nothing can be completed in it.');
  if (!topic.isSelected) throw notPossible('This topic is not one that you chose. Choose it first.');
  const missing = topic.steps.filter((step) => step.required && !isDone(step));
  if (missing.length > 0)
    throw notPossible(
      `Finish these steps first: ${missing.map(({ title }) => `“${title}”`).join(', ')}.`,
      Object.fromEntries(missing.map(({ stepKey }) => [`steps.${stepKey}`, 'is not done'])),
    );
  if (!topic.steps.some(({ required }) => required)) throw notPossible('This topic has no steps yet.');
}

/** A topic that was reopened is completed for the second time, and that is news of its own. */
async function nextNumber(tx: TenantTransaction, { enrolmentId }: Plan, { topicId }: PlanTopic) {
  const [last] = await tx
    .select({ n: max(topicCompletions.n) })
    .from(topicCompletions)
    .where(and(eq(topicCompletions.enrolmentId, enrolmentId), eq(topicCompletions.topicId, topicId)));
  return (last?.n ?? 0) + 1;
}

function notificationsFor(
  plan: Plan,
  topic: PlanTopic,
  n: number,
  allTopicsCompleted: boolean,
): NotificationToSend[] {
  const payload = {
    userId: plan.userId,
    programId: plan.programId,
    programName: plan.programName,
    extraPayload: { behaviorName: topic.behaviorName },
  };
  return receiversFor(plan).flatMap((receiverId) => [
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
