import type { Reason } from '#contract/learning/enrolment.ts';
import type { ConfirmationAnswer } from '#contract/learning/learners.ts';
import type { PublishEvents } from '#server/administration/webhooks/index.ts';
import { and, eq, isNull } from '#server/db/drizzle.ts';
import { needMarks } from '#server/db/schema/home.ts';
import { enrolments, stepRecords, topicCompletions, topicConfirmations } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { keepEnd } from '#server/learning/programs/enrolment/enrolment.ts';
import { isDone } from '#server/learning/programs/plans/plan.ts';
import { mayWaive, topicPermissions } from '#server/learning/programs/programsPolicy.ts';
import { recordCompletion } from '#server/learning/programs/steps/completeTopic.ts';
import { congratulationKey } from './congratulations.ts';
import { findLearnerTopic, type LearnerRef } from './learnerPlan.ts';

/** Confirms a completed topic or sends it back with a note. Repeating a confirmation changes nothing. */
export async function answerConfirmation(
  tx: TenantTransaction,
  viewer: Viewer,
  ref: LearnerRef & { topicId: string },
  { confirmed, note }: ConfirmationAnswer,
  now: Date,
  publish: PublishEvents,
) {
  const { plan, relation, topic } = await findLearnerTopic(tx, viewer, ref, now);
  if (confirmed && topic.completedAt) return;
  if (!topicPermissions(viewer, plan, relation, topic).confirm)
    throw notPossible('This topic is not waiting for your confirmation. Reload the page.');
  if (!confirmed && !note)
    throw notPossible('Enter a note that says what is still missing.', { note: 'is missing' });
  await tx
    .update(topicConfirmations)
    .set({
      answeredAt: now,
      answeredBy: viewer.userId,
      outcome: confirmed ? 'confirmed' : 'returned',
      note: note || null,
    })
    .where(
      and(
        eq(topicConfirmations.enrolmentId, plan.enrolmentId),
        eq(topicConfirmations.topicId, ref.topicId),
        isNull(topicConfirmations.answeredAt),
      ),
    );
  if (confirmed) await recordCompletion(tx, plan, topic, { actorId: viewer.userId, now, publish });
}

/** Waives a required step for a learner, with a reason. */
export async function waiveStep(
  tx: TenantTransaction,
  viewer: Viewer,
  ref: LearnerRef & { stepKey: string },
  { reason }: Reason,
  now: Date,
) {
  const { stepKey } = ref;
  const { plan, relation, topic } = await findLearnerTopic(tx, viewer, ref, now);
  const step = topic.steps.find((candidate) => candidate.stepKey === stepKey);
  if (!step || step.state === 'waived') return;
  if (!mayWaive(plan, relation, topic) || !step.required)
    throw notPossible('You can only waive required steps of topics that are not completed.');
  if (isDone(step)) throw notPossible('You cannot waive this step because it is already done.');
  const values = {
    state: 'waived' as const,
    doneAt: now,
    updatedAt: now,
    waivedBy: viewer.userId,
    waivedBecause: reason,
  };
  await tx
    .insert(stepRecords)
    .values({ tenantId: tx.tenantId, enrolmentId: plan.enrolmentId, stepKey, ...values })
    .onConflictDoUpdate({
      target: [stepRecords.tenantId, stepRecords.enrolmentId, stepRecords.stepKey],
      set: values,
    });
}

/**
 * Reopens a completed topic. Its steps stay done. Completing it again sends new notifications, and is a new reason to
 * congratulate.
 */
export async function reopenTopic(
  tx: TenantTransaction,
  viewer: Viewer,
  ref: LearnerRef & { topicId: string },
  { reason }: Reason,
  now: Date,
) {
  const { plan, relation, topic } = await findLearnerTopic(tx, viewer, ref, now);
  if (!topicPermissions(viewer, plan, relation, topic).reopen)
    throw notPossible('You can only reopen completed topics in programs that the learner has not left.');
  await tx
    .update(topicCompletions)
    .set({ reopenedAt: now, reopenedBy: viewer.userId, reopenedBecause: reason })
    .where(
      and(
        eq(topicCompletions.enrolmentId, plan.enrolmentId),
        eq(topicCompletions.topicId, ref.topicId),
        isNull(topicCompletions.reopenedAt),
      ),
    );
  await tx.delete(needMarks).where(eq(needMarks.key, congratulationKey(plan.enrolmentId, ref.topicId)));
  await keepEnd(tx, plan, now);
  await tx
    .update(enrolments)
    .set({ state: 'active', finishedAt: null, version: plan.version + 1 })
    .where(eq(enrolments.id, plan.enrolmentId));
}
