import { eq, sql } from '#server/db/drizzle.ts';
import { enrolmentHistory, enrolments, enrolmentTopics } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { HttpError, notFound, notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { findOwnPlan } from '#server/learning/programs/plans/plansRepository.ts';
import { mayUpgrade } from '#server/learning/programs/plans/topicUpgrades.ts';

/**
 * Switches to the newest version. Records are matched by step key; records of removed steps are kept, and answers to
 * challenges that changed are removed from steps that are not done (decision 0028).
 */
export async function upgradeTopic(
  tx: TenantTransaction,
  viewer: Viewer,
  { programId, topicId }: { programId: string; topicId: string },
  { version }: { version: number },
  now: Date,
) {
  const plan = await findOwnPlan(tx, viewer.userId, programId, { isLocked: true });
  const topic = plan?.topics.find((candidate) => candidate.topicId === topicId);
  if (!plan || !topic) throw notFound();
  if (topic.version === version) return;
  if (!topic.isSelected || !mayUpgrade(plan, topic))
    throw notPossible('You cannot switch versions. There is no newer version of this topic.');
  if (topic.newest !== version)
    throw new HttpError(
      409,
      'conflict',
      'Another version was published in the meantime. Reload the page and compare the versions again.',
    );
  // The figures for past days count the steps of the version that was used then (decision 0063).
  await tx.insert(enrolmentHistory).values({
    tenantId: tx.tenantId,
    enrolmentId: plan.enrolmentId,
    topicId,
    n: topic.version,
    until: now,
  });
  await tx
    .insert(enrolmentTopics)
    .values({ tenantId: tx.tenantId, enrolmentId: plan.enrolmentId, topicId, n: version })
    .onConflictDoUpdate({
      target: [enrolmentTopics.tenantId, enrolmentTopics.enrolmentId, enrolmentTopics.topicId],
      set: { n: version },
    });
  await tx.execute(sql`update step_records as r set work = null
    from topic_steps as before join topic_steps as after using (tenant_id, topic_id, step_key)
    where r.enrolment_id = ${plan.enrolmentId} and r.state <> 'done' and r.step_key = before.step_key
      and before.topic_id = ${topicId} and before.n = ${topic.version} and after.n = ${version}
      and before.challenge is distinct from after.challenge`);
  await tx
    .update(enrolments)
    .set({ version: sql`${enrolments.version} + 1` })
    .where(eq(enrolments.id, plan.enrolmentId));
}
