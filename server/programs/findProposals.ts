import type { Proposal } from '#contract/programs.ts';
import { and, asc, eq, isNull } from '../db/drizzle.ts';
import { topicProposals } from '../db/schema/programs.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { findParticipants } from '../people/index.ts';
import type { Plan } from './plan.ts';

/** What coach and manager would choose for this learner, by topic; only those of whom the plan still says so. */
export async function findProposals(tx: TenantTransaction, plan: Plan): Promise<Map<string, Proposal[]>> {
  if (!plan.topics.some(({ proposedBy }) => proposedBy.length > 0)) return new Map();
  const rows = await tx
    .select()
    .from(topicProposals)
    .where(and(eq(topicProposals.enrolmentId, plan.enrolmentId), isNull(topicProposals.takenBackAt)))
    .orderBy(asc(topicProposals.proposedAt));
  const people = await findParticipants(
    tx,
    rows.map((row) => row.proposedBy),
  );
  const found = new Map<string, Proposal[]>();
  for (const { topicId, proposedBy, note, proposedAt } of rows) {
    const by = people.get(proposedBy);
    if (by && (proposedBy === plan.coachId || proposedBy === plan.managerId))
      found.set(topicId, [...(found.get(topicId) ?? []), { by, note, at: proposedAt.toISOString() }]);
  }
  return found;
}
