import type { ProposalWords } from '#contract/learners.ts';
import { and, eq, isNull, sql } from '../db/drizzle.ts';
import { newId } from '../db/ids.ts';
import { topicProposals } from '../db/schema/programs.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { notPossible } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';
import { findLearnerTopic, type LearnerPlace } from './learnerPlan.ts';
import { mayPropose } from './programsPolicy.ts';

type Place = LearnerPlace & { topicId: string };

/** Proposes a topic, or says it in other words. The learner's choice is not touched. */
export async function proposeTopic(
  tx: TenantTransaction,
  viewer: Viewer,
  place: Place,
  { note }: ProposalWords,
  now: Date,
) {
  const { plan, relation, topic } = await findLearnerTopic(tx, viewer, place, now);
  if (!mayPropose(plan, relation, topic))
    throw notPossible('Only a topic that is not chosen yet, of a program that goes on, can be proposed.');
  const words = { note: note || null, proposedAt: now };
  await tx
    .insert(topicProposals)
    .values({
      id: newId(),
      tenantId: tx.tenantId,
      enrolmentId: plan.enrolmentId,
      topicId: place.topicId,
      proposedBy: viewer.userId,
      ...words,
    })
    .onConflictDoUpdate({
      target: [
        topicProposals.tenantId,
        topicProposals.enrolmentId,
        topicProposals.topicId,
        topicProposals.proposedBy,
      ],
      targetWhere: sql`taken_back_at is null`,
      set: words,
    });
}

/** Takes the viewer's own proposal back; one that is not there is no mistake. */
export async function takeProposalBack(tx: TenantTransaction, viewer: Viewer, place: Place, now: Date) {
  const { plan } = await findLearnerTopic(tx, viewer, place, now);
  await tx
    .update(topicProposals)
    .set({ takenBackAt: now })
    .where(
      and(
        eq(topicProposals.enrolmentId, plan.enrolmentId),
        eq(topicProposals.topicId, place.topicId),
        eq(topicProposals.proposedBy, viewer.userId),
        isNull(topicProposals.takenBackAt),
      ),
    );
}
