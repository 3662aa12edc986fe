import type { Proposal } from '#contract/learning/programs.ts';
import { and, asc, eq, isNull } from '#server/db/drizzle.ts';
import { topicProposals } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Plan } from '#server/learning/programs/plans/plan.ts';
import { findParticipants } from '#server/people/index.ts';

/** Proposals by topic id, without withdrawn ones and those of former coaches and managers. */
export async function findProposals(tx: TenantTransaction, plan: Plan): Promise<Map<string, Proposal[]>> {
  const rows = await tx
    .select()
    .from(topicProposals)
    .where(and(eq(topicProposals.enrolmentId, plan.enrolmentId), isNull(topicProposals.takenBackAt)))
    .orderBy(asc(topicProposals.proposedAt));
  if (rows.length === 0) return new Map();
  const people = await findParticipants(
    tx,
    rows.map((row) => row.proposedBy),
  );
  const proposals = new Map<string, Proposal[]>();
  for (const { topicId, proposedBy, note, proposedAt, declinedAt } of rows) {
    const by = people.get(proposedBy);
    if (by && (proposedBy === plan.coachId || proposedBy === plan.managerId))
      proposals.set(topicId, [
        ...(proposals.get(topicId) ?? []),
        { by, note, at: proposedAt.toISOString(), declinedAt: declinedAt?.toISOString() ?? null },
      ]);
  }
  return proposals;
}
