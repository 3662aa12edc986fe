import type { Pool } from 'pg';
import type { AuditIntegrity } from '#contract/administration/audit.ts';
import { desc, eq } from '#server/db/drizzle.ts';
import { auditChecks, auditEntries, auditHeads } from '#server/db/schema/audit.ts';
import { type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { isSignedCheck, signCheck } from './entryHash.ts';
import { checkLog, type Fault, faultOf, faultOfHead } from './verify.ts';

/** Checks a whole log and stores the result. Returns the fault, or null. */
export async function checkAndKeep(
  pool: Pool,
  tenantId: number,
  { key, now }: { key: Buffer; now: () => Date },
): Promise<Fault | null> {
  const { entries, fault } = await checkLog(pool, tenantId, key);
  const check = {
    tenantId,
    checkedAt: now(),
    entries,
    faultSeq: fault?.seq ?? null,
    faultReason: fault?.reason ?? null,
  };
  const row = { ...check, signature: signCheck(key, check) };
  await withTenant(pool, tenantId, (tx) =>
    tx.insert(auditChecks).values(row).onConflictDoUpdate({ target: auditChecks.tenantId, set: row }),
  );
  return fault;
}

/**
 * The result of the last check of the whole log, and the faults found by the checks that run immediately: of the
 * entries on the page, the newest entry and the signed head.
 */
export async function readIntegrity(
  tx: TenantTransaction,
  shown: readonly (typeof auditEntries.$inferSelect)[],
  key: Buffer,
): Promise<AuditIntegrity> {
  const [kept] = await tx.select().from(auditChecks).where(eq(auditChecks.tenantId, tx.tenantId));
  const check = kept && isSignedCheck(key, kept) ? kept : null;
  const [head] = await tx.select().from(auditHeads).where(eq(auditHeads.tenantId, tx.tenantId));
  const [newest] = await tx.select().from(auditEntries).orderBy(desc(auditEntries.seq)).limit(1);
  const faults: (Fault | null)[] = [
    check && check.faultSeq !== null ? { seq: check.faultSeq, reason: check.faultReason ?? '' } : null,
    ...shown.map((row) => {
      const reason = faultOf(row, key);
      return reason ? { seq: row.seq, reason } : null;
    }),
    // An entry that was added after the head was read is not a fault.
    newest && head && newest.seq > head.seq
      ? null
      : faultOfHead(head, { seq: newest?.seq ?? 0, previousHash: newest?.hash ?? '' }, key),
  ];
  const [fault] = faults.filter((one) => one !== null).sort((one, other) => one.seq - other.seq);
  return {
    check: check && { at: check.checkedAt.toISOString(), entries: check.entries },
    fault: fault ?? null,
  };
}
