import type { PublishEvents } from '#server/administration/webhooks/index.ts';
import { and, eq, isNull, max } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { enrolments, topicCompletions, topicConfirmations } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { formatList } from '#server/formats.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { topicCompletedNotifications } from '#server/learning/programs/notifications.ts';
import {
  areAllTopicsCompleted,
  confirmerOf,
  isDone,
  isRunning,
  type Plan,
  type PlanTopic,
} from '#server/learning/programs/plans/plan.ts';
import { findOwnPlan } from '#server/learning/programs/plans/plansRepository.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';

export interface CompletedTopic {
  plan: Plan;
  /** Null while the topic waits for a confirmation. */
  completedAt: Date | null;
  /** True only in the call that completed the last topic, not when it is repeated. */
  allTopicsCompleted: boolean;
}

/**
 * Completes a topic or asks for its confirmation. Locks the enrolment first, so that only one of several concurrent calls
 * completes it. Writes the notifications in the same transaction.
 */
export async function completeTopic(
  tx: TenantTransaction,
  viewer: Viewer,
  { programId, topicId }: { programId: string; topicId: string },
  now: Date,
  publish: PublishEvents,
): Promise<CompletedTopic> {
  const plan = await findOwnPlan(tx, viewer.userId, programId, { isLocked: true });
  const topic = plan?.topics.find((candidate) => candidate.topicId === topicId);
  if (!plan || !topic) throw notFound();
  if (topic.completedAt) return { plan, completedAt: topic.completedAt, allTopicsCompleted: false };
  if (topic.askedAt) return { plan, completedAt: null, allTopicsCompleted: false };
  assertTopicReady(plan, topic);
  if (!confirmerOf(plan)) return recordCompletion(tx, plan, topic, { actorId: viewer.userId, now, publish });

  await tx.insert(topicConfirmations).values({
    id: newId(),
    tenantId: tx.tenantId,
    enrolmentId: plan.enrolmentId,
    topicId,
    askedAt: now,
  });
  const topics = plan.topics.map((other) => (other === topic ? { ...other, askedAt: now } : other));
  return { plan: { ...plan, topics }, completedAt: null, allTopicsCompleted: false };
}

/** Records the completion, ends the enrolment if it was the last open topic, and notifies learner, coach and manager. */
export async function recordCompletion(
  tx: TenantTransaction,
  before: Plan,
  topic: PlanTopic,
  { actorId, now, publish }: { actorId: number | null; now: Date; publish: PublishEvents },
): Promise<CompletedTopic> {
  const n = await nextCompletionNumber(tx, before, topic);
  await tx.insert(topicCompletions).values({
    tenantId: tx.tenantId,
    enrolmentId: before.enrolmentId,
    topicId: topic.topicId,
    n,
    completedAt: now,
    confirmedBy: actorId === before.userId ? null : actorId,
  });
  const topics = before.topics.map((other) =>
    other === topic ? { ...other, completedAt: now, askedAt: null } : other,
  );
  const allTopicsCompleted = areAllTopicsCompleted({ ...before, topics });
  if (allTopicsCompleted)
    await tx
      .update(enrolments)
      .set({ state: 'completed', finishedAt: now })
      .where(eq(enrolments.id, before.enrolmentId));
  const plan: Plan = {
    ...before,
    topics,
    ...(allTopicsCompleted && { enrolment: 'completed' as const, finishedAt: now }),
  };
  await enqueueNotifications(
    tx,
    topicCompletedNotifications(plan, topic, n, { allTopicsCompleted, actorId }),
    now,
  );
  const { userId, programId } = plan;
  await publish(
    tx,
    { type: 'topic.completed', data: { userId, programId, topicId: topic.topicId } },
    ...(allTopicsCompleted ? [{ type: 'program.completed' as const, data: { userId, programId } }] : []),
  );
  return { plan, completedAt: now, allTopicsCompleted };
}

/** Cancels open confirmation requests after a topic was deselected or the learner left the program. */
export const cancelConfirmations = (
  tx: TenantTransaction,
  { enrolmentId }: Plan,
  now: Date,
  topicId?: string,
) =>
  tx
    .update(topicConfirmations)
    .set({ answeredAt: now, outcome: 'given_up' })
    .where(
      and(
        eq(topicConfirmations.enrolmentId, enrolmentId),
        isNull(topicConfirmations.answeredAt),
        topicId === undefined ? undefined : eq(topicConfirmations.topicId, topicId),
      ),
    );

function assertTopicReady(plan: Plan, topic: PlanTopic) {
  if (!isRunning(plan))
    throw notPossible('You cannot complete topics in this program because your enrolment is not active.');
  if (!topic.isSelected)
    throw notPossible('You have not selected this topic. Select it before you complete it.');
  const missing = topic.steps.filter((step) => step.required && !isDone(step));
  if (missing.length > 0)
    throw notPossible(
      `Complete ${formatList(missing.map(({ title }) => `“${title}”`))} before you complete this topic.`,
      Object.fromEntries(missing.map(({ stepKey }) => [`steps.${stepKey}`, 'is not done'])),
    );
  if (!topic.steps.some(({ required }) => required))
    throw notPossible('This topic has no required steps yet, so it cannot be completed.');
}

/** Counts completions of a topic: a reopened topic is completed again under the next number. */
async function nextCompletionNumber(tx: TenantTransaction, { enrolmentId }: Plan, { topicId }: PlanTopic) {
  const [last] = await tx
    .select({ n: max(topicCompletions.n) })
    .from(topicCompletions)
    .where(and(eq(topicCompletions.enrolmentId, enrolmentId), eq(topicCompletions.topicId, topicId)));
  return (last?.n ?? 0) + 1;
}
