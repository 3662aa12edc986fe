import type { GoalHistory } from '#contract/enrolment.ts';
import { desc, eq } from '../db/drizzle.ts';
import { goalChanges, topics } from '../db/schema/programs.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { notFound } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';
import { findOwnPlan } from './plansRepository.ts';

/** What the learner chose, gave up and worded anew in this cycle, newest first. */
export async function goalHistory(
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
