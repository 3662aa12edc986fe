import type { ProposalsAnswer } from '#contract/learning/enrolment.ts';
import { and, eq, isNull, type SQL, sql } from '#server/db/drizzle.ts';
import { topicProposals } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { findOwnPlan } from '#server/learning/programs/plans/plansRepository.ts';
import { mayBeProposed } from '#server/learning/programs/programsPolicy.ts';

/** Declines all open proposals of a topic, or undoes the last time the learner did so (decision 0128). */
export async function declineProposals(
  tx: TenantTransaction,
  viewer: Viewer,
  { programId, topicId }: { programId: string; topicId: string },
  { declined }: ProposalsAnswer,
  now: Date,
) {
  const plan = await findOwnPlan(tx, viewer.userId, programId, { isLocked: true });
  const topic = plan?.topics.find((candidate) => candidate.topicId === topicId);
  if (!plan || !topic) throw notFound();
  if (!mayBeProposed(plan, topic))
    throw notPossible('You can only decline topics that you have not selected, in an active program.');
  const ofTopic = and(
    eq(topicProposals.enrolmentId, plan.enrolmentId),
    eq(topicProposals.topicId, topicId),
    isNull(topicProposals.takenBackAt),
  );
  const update = (declinedAt: Date | null, which: SQL) =>
    tx.update(topicProposals).set({ declinedAt }).where(and(ofTopic, which));
  if (declined) await update(now, isNull(topicProposals.declinedAt));
  else
    await update(
      null,
      sql`${topicProposals.declinedAt} = (${tx
        .select({ last: sql`max(${topicProposals.declinedAt})` })
        .from(topicProposals)
        .where(ofTopic)})`,
    );
}
