import type { ProposalNote } from '#contract/learning/learners.ts';
import { and, eq, isNull, sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { topicProposals } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { mayPropose } from '#server/learning/programs/programsPolicy.ts';
import { findLearnerTopic, type LearnerRef } from './learnerPlan.ts';

type TopicRef = LearnerRef & { topicId: string };

/**
 * Proposes a topic, or proposes it again with another note, also after the learner declined it. The learner's selection
 * does not change.
 */
export async function proposeTopic(
  tx: TenantTransaction,
  viewer: Viewer,
  ref: TopicRef,
  { note }: ProposalNote,
  now: Date,
) {
  const { plan, relation, topic } = await findLearnerTopic(tx, viewer, ref, now);
  if (!mayPropose(plan, relation, topic))
    throw notPossible('You can only propose topics that the learner has not selected, in an active program.');
  const values = { note: note || null, proposedAt: now, declinedAt: null };
  await tx
    .insert(topicProposals)
    .values({
      id: newId(),
      tenantId: tx.tenantId,
      enrolmentId: plan.enrolmentId,
      topicId: ref.topicId,
      proposedBy: viewer.userId,
      ...values,
    })
    .onConflictDoUpdate({
      target: [
        topicProposals.tenantId,
        topicProposals.enrolmentId,
        topicProposals.topicId,
        topicProposals.proposedBy,
      ],
      targetWhere: sql`taken_back_at is null`,
      set: values,
    });
}

/** Withdraws the viewer's own proposal. Does nothing if there is none. */
export async function withdrawProposal(tx: TenantTransaction, viewer: Viewer, ref: TopicRef, now: Date) {
  const { plan } = await findLearnerTopic(tx, viewer, ref, now);
  await tx
    .update(topicProposals)
    .set({ takenBackAt: now })
    .where(
      and(
        eq(topicProposals.enrolmentId, plan.enrolmentId),
        eq(topicProposals.topicId, ref.topicId),
        eq(topicProposals.proposedBy, viewer.userId),
        isNull(topicProposals.takenBackAt),
      ),
    );
}
