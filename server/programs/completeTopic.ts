import { and, eq, isNull, max } from '../db/drizzle.ts';
import { newId } from '../db/ids.ts';
import { enrolments, topicCompletions, topicConfirmations } from '../db/schema/programs.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { notFound, notPossible } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';
import { enqueueNotifications } from '../outbox/index.ts';
import { areAllTopicsCompleted, confirmerOf, isDone, isRunning, type Plan, type PlanTopic } from './plan.ts';
import { findOwnPlan } from './plansRepository.ts';
import { completionNews } from './programsEvents.ts';

export interface CompletedTopic {
  plan: Plan;
  /** Null while somebody is asked to confirm it. */
  completedAt: Date | null;
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
  const plan = await findOwnPlan(tx, viewer.userId, programId, { isLocked: true });
  const topic = plan?.topics.find((one) => one.topicId === topicId);
  if (!plan || !topic) throw notFound();
  if (topic.completedAt) return { plan, completedAt: topic.completedAt, allTopicsCompleted: false };
  if (topic.askedAt) return { plan, completedAt: null, allTopicsCompleted: false };
  refuseWhatIsNotReady(plan, topic);
  if (!confirmerOf(plan)) return settleTopic(tx, plan, topic, { actorId: viewer.userId, now });

  await tx.insert(topicConfirmations).values({
    id: newId(),
    tenantId: tx.tenantId,
    enrolmentId: plan.enrolmentId,
    topicId,
    askedAt: now,
  });
  const topics = plan.topics.map((one) => (one === topic ? { ...one, askedAt: now } : one));
  return { plan: { ...plan, topics }, completedAt: null, allTopicsCompleted: false };
}

/** Writes the completion down, ends the enrolment when it was the last, and tells those whom it concerns. */
export async function settleTopic(
  tx: TenantTransaction,
  before: Plan,
  topic: PlanTopic,
  { actorId, now }: { actorId: number | null; now: Date },
): Promise<CompletedTopic> {
  const n = await nextNumber(tx, before, topic);
  await tx.insert(topicCompletions).values({
    tenantId: tx.tenantId,
    enrolmentId: before.enrolmentId,
    topicId: topic.topicId,
    n,
    completedAt: now,
    confirmedBy: actorId === before.userId ? null : actorId,
  });
  const topics = before.topics.map((one) =>
    one === topic ? { ...one, completedAt: now, askedAt: null } : one,
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
  await enqueueNotifications(tx, completionNews(plan, topic, n, { allTopicsCompleted, actorId }), now);
  return { plan, completedAt: now, allTopicsCompleted };
}

/** What nobody needs to confirm any more: the topic was given up, or the program left. */
export const giveUpConfirmations = (
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
