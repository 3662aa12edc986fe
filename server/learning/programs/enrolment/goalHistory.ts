import type { GoalHistory } from '#contract/learning/enrolment.ts';
import { desc, eq } from '#server/db/drizzle.ts';
import { goalChanges, topics } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { findOwnPlan } from '#server/learning/programs/plans/plansRepository.ts';

/** The topics that the learner selected, removed and edited in this cycle, newest first. */
export async function readGoalHistory(
  tx: TenantTransaction,
  viewer: Viewer,
  programId: string,
): Promise<GoalHistory> {
  const plan = await findOwnPlan(tx, viewer.userId, programId);
  if (!plan) throw notFound();
  const rows = await tx
    .select({
      at: goalChanges.at,
      kind: goalChanges.kind,
      topicTitle: topics.title,
      why: goalChanges.why,
      ifThenPlan: goalChanges.ifThenPlan,
    })
    .from(goalChanges)
    .innerJoin(topics, eq(topics.id, goalChanges.topicId))
    .where(eq(goalChanges.enrolmentId, plan.enrolmentId))
    .orderBy(desc(goalChanges.at), desc(goalChanges.id));
  return { data: rows.map(({ at, ...row }) => ({ at: at.toISOString(), ...row })) };
}
