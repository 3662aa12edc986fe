import { isCompletedBy, ruleOf } from '#contract/learning/stepRules.ts';
import { and, eq } from '#server/db/drizzle.ts';
import { stepRecords } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import {
  blockingTopic,
  isDone,
  isRunning,
  missingPrerequisites,
} from '#server/learning/programs/plans/plan.ts';
import { findOwnPlan } from '#server/learning/programs/plans/plansRepository.ts';

/**
 * A held coaching session completes the next step of this kind that is open, in the order of the selected topics. Nothing
 * else completes such a step, except that a coach or manager may waive it. Steps of locked topics stay open.
 */
export async function completeSessionStep(
  tx: TenantTransaction,
  { userId, programId }: { userId: number; programId: string },
  now: Date,
) {
  const plan = await findOwnPlan(tx, userId, programId, { isLocked: true });
  if (!plan || !isRunning(plan)) return;
  const step = plan.topics
    .filter(
      (topic) =>
        topic.isSelected && !topic.completedAt && !topic.askedAt && blockingTopic(plan, topic) === null,
    )
    .flatMap((topic) =>
      topic.steps.filter(
        (one) =>
          isCompletedBy(ruleOf(one), { isHeld: true }) &&
          !isDone(one) &&
          missingPrerequisites(topic, one).length === 0,
      ),
    )[0];
  if (!step) return;
  const values = { state: 'done' as const, doneAt: now, updatedAt: now };
  await tx
    .insert(stepRecords)
    .values({ tenantId: tx.tenantId, enrolmentId: plan.enrolmentId, stepKey: step.stepKey, ...values })
    .onConflictDoUpdate({
      target: [stepRecords.tenantId, stepRecords.enrolmentId, stepRecords.stepKey],
      set: values,
    });
}

/** Whether a session that was held at this time completed a step: the step is done at exactly the same time. */
export async function hasCompletedStep(
  tx: TenantTransaction,
  { enrolmentId, heldAt }: { enrolmentId: string; heldAt: Date },
): Promise<boolean> {
  const count = await tx.$count(
    stepRecords,
    and(
      eq(stepRecords.enrolmentId, enrolmentId),
      eq(stepRecords.state, 'done'),
      eq(stepRecords.doneAt, heldAt),
    ),
  );
  return count > 0;
}
