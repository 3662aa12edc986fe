import { eq, sql } from '../db/drizzle.ts';
import { enrolments, enrolmentTopics } from '../db/schema/programs.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { notFound, notPossible, Refusal } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';
import { findOwnPlan } from './plansRepository.ts';
import { mayUpgrade } from './upgrades.ts';

/** Takes the newer version that was offered. What was done is found again by the step's key; what is gone stays as history. */
export async function upgradeTopic(
  tx: TenantTransaction,
  viewer: Viewer,
  { programId, topicId }: { programId: string; topicId: string },
  { version }: { version: number },
) {
  const plan = await findOwnPlan(tx, viewer.userId, programId, { isLocked: true });
  const topic = plan?.topics.find((one) => one.topicId === topicId);
  if (!plan || !topic) throw notFound();
  if (topic.version === version) return;
  if (!topic.isSelected || !mayUpgrade(plan, topic))
    throw notPossible('There is no newer version of this topic for you.');
  if (topic.newest !== version)
    throw new Refusal(
      409,
      'conflict',
      'Another version was published in the meantime. Look at what it changes, then decide again.',
    );
  await tx
    .insert(enrolmentTopics)
    .values({ tenantId: tx.tenantId, enrolmentId: plan.enrolmentId, topicId, n: version })
    .onConflictDoUpdate({
      target: [enrolmentTopics.tenantId, enrolmentTopics.enrolmentId, enrolmentTopics.topicId],
      set: { n: version },
    });
  await tx
    .update(enrolments)
    .set({ version: sql`${enrolments.version} + 1` })
    .where(eq(enrolments.id, plan.enrolmentId));
}
