import { stepRecords } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';

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
