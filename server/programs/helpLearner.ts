import type { Reason } from '#contract/enrolment.ts';
import type { ConfirmationAnswer } from '#contract/learners.ts';
import { and, eq, isNull } from '../db/drizzle.ts';
import { enrolments, stepRecords, topicCompletions, topicConfirmations } from '../db/schema/programs.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { notPossible } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';
import { settleTopic } from './completeTopic.ts';
import { findLearnerTopic, type LearnerPlace } from './learnerPlan.ts';
import { isDone } from './plan.ts';
import { mayWaive, topicRightsOf } from './programsPolicy.ts';

/** Who was asked says that a topic is completed, or sends it back with a word. The same answer again changes nothing. */
export async function answerConfirmation(
  tx: TenantTransaction,
  viewer: Viewer,
  place: LearnerPlace & { topicId: string },
  { confirmed, note }: ConfirmationAnswer,
  now: Date,
) {
  const { plan, relation, topic } = await findLearnerTopic(tx, viewer, place, now);
  if (confirmed && topic.completedAt) return;
  if (!topicRightsOf(viewer, plan, relation, topic).confirm)
    throw notPossible('This topic does not wait for your confirmation.');
  if (!confirmed && !note)
    throw notPossible('Say what is still missing, so that it can be mended.', { note: 'is missing' });
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
        eq(topicConfirmations.topicId, place.topicId),
        isNull(topicConfirmations.answeredAt),
      ),
    );
  if (confirmed) await settleTopic(tx, plan, topic, { actorId: viewer.userId, now });
}

/** Lets a learner go on without a required step, with the reason beside it. */
export async function waiveStep(
  tx: TenantTransaction,
  viewer: Viewer,
  place: LearnerPlace & { stepKey: string },
  { reason }: Reason,
  now: Date,
) {
  const { stepKey } = place;
  const { plan, relation, topic } = await findLearnerTopic(tx, viewer, place, now);
  const step = topic.steps.find((one) => one.stepKey === stepKey);
  if (!step || step.state === 'waived') return;
  if (!mayWaive(plan, relation, topic) || !step.required)
    throw notPossible('Only required steps of a topic that is open can be waived.');
  if (isDone(step)) throw notPossible('This step is done, so there is nothing to waive.');
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

/** Opens a completed topic again. What was done stays done; completing it anew is news of its own. */
export async function reopenTopic(
  tx: TenantTransaction,
  viewer: Viewer,
  place: LearnerPlace & { topicId: string },
  { reason }: Reason,
  now: Date,
) {
  const { plan, relation, topic } = await findLearnerTopic(tx, viewer, place, now);
  if (!topicRightsOf(viewer, plan, relation, topic).reopen)
    throw notPossible('Only a completed topic of a program that was not left can be opened again.');
  await tx
    .update(topicCompletions)
    .set({ reopenedAt: now, reopenedBy: viewer.userId, reopenedBecause: reason })
    .where(
      and(
        eq(topicCompletions.enrolmentId, plan.enrolmentId),
        eq(topicCompletions.topicId, place.topicId),
        isNull(topicCompletions.reopenedAt),
      ),
    );
  await tx
    .update(enrolments)
    .set({ state: 'active', finishedAt: null, version: plan.version + 1 })
    .where(eq(enrolments.id, plan.enrolmentId));
}
