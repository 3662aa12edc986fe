import { isCompletedBy, ruleOf, type StepEvidence } from '#contract/learning/stepRules.ts';
import { stepRecords } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { PlanStep } from '#server/learning/programs/plans/plan.ts';

/** Stores the state of a step, and replaces the previous one. */
export async function saveRecord(
  tx: TenantTransaction,
  enrolmentId: string,
  stepKey: string,
  values: Pick<typeof stepRecords.$inferInsert, 'state' | 'doneAt' | 'updatedAt' | 'work'>,
) {
  await tx
    .insert(stepRecords)
    .values({ tenantId: tx.tenantId, enrolmentId, stepKey, ...values })
    .onConflictDoUpdate({
      target: [stepRecords.tenantId, stepRecords.enrolmentId, stepRecords.stepKey],
      set: values,
    });
}

/** Records that a step is started, or done if the evidence completes it. A step that is done stays done. */
export async function recordState(
  tx: TenantTransaction,
  enrolmentId: string,
  step: PlanStep,
  evidence: StepEvidence,
  now: Date,
) {
  if (step.state === 'done') return;
  const isDone = isCompletedBy(ruleOf(step), evidence);
  await saveRecord(tx, enrolmentId, step.stepKey, {
    state: isDone ? 'done' : 'started',
    doneAt: isDone ? now : null,
    updatedAt: now,
    work: null,
  });
}
