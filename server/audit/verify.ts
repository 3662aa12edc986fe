import type { Pool } from 'pg';
import { and, asc, eq, gt } from '#server/db/drizzle.ts';
import { auditEntries, auditHeads } from '#server/db/schema/audit.ts';
import { tenants } from '#server/db/schema/tenants.ts';
import { asAuth, readTenant, type TenantTransaction } from '#server/db/withTenant.ts';
import { digestPersonal, hashEntry, isSignedHead, NO_HASH } from './entryHash.ts';

const PAGE = 1_000;

export interface Verification {
  tenantId: number;
  organisation: string;
  entries: number;
  /** What is wrong, with the number of the first entry concerned; null if the log is intact. */
  fault: { seq: number; reason: string } | null;
}

/** Checks the logs of all organisations from their first entry to the signed head. */
export async function verifyAuditLogs(pool: Pool, key: Buffer): Promise<Verification[]> {
  const organisations = await asAuth(pool, (tx) =>
    tx.select({ id: tenants.id, name: tenants.name }).from(tenants).orderBy(asc(tenants.id)),
  );
  const results: Verification[] = [];
  for (const { id, name } of organisations)
    results.push({
      tenantId: id,
      organisation: name,
      ...(await readTenant(pool, id, (tx) => verifyLog(tx, key))),
    });
  return results;
}

async function verifyLog(
  tx: TenantTransaction,
  key: Buffer,
): Promise<Pick<Verification, 'entries' | 'fault'>> {
  let [seq, previousHash] = [0, NO_HASH];
  const fault = (at: number, reason: string) => ({ entries: seq, fault: { seq: at, reason } });
  for (;;) {
    const rows = await tx
      .select()
      .from(auditEntries)
      .where(gt(auditEntries.seq, seq))
      .orderBy(asc(auditEntries.seq))
      .limit(PAGE);
    for (const row of rows) {
      const expected = seq + 1;
      if (row.seq !== expected) return fault(expected, 'the entry is missing');
      if (row.previousHash !== previousHash)
        return fault(row.seq, 'the entry does not follow the one before it');
      if (row.hash !== hashEntry(row, previousHash)) return fault(row.seq, 'the entry was changed');
      const isErased = row.personal === null;
      if (!isErased && row.personalDigest !== digestPersonal(key, tx.tenantId, row.seq, row.personal))
        return fault(row.seq, 'the reason or the address was changed');
      [seq, previousHash] = [row.seq, row.hash];
    }
    if (rows.length < PAGE) break;
  }
  const [head] = await tx
    .select()
    .from(auditHeads)
    .where(and(eq(auditHeads.tenantId, tx.tenantId)));
  if (!head) return seq === 0 ? { entries: 0, fault: null } : fault(seq, 'the signed head is missing');
  if (!isSignedHead(key, head)) return fault(head.seq, 'the signature of the head is not valid');
  if (head.seq > seq) return fault(seq + 1, `the newest ${head.seq - seq} entries are missing`);
  if (head.seq < seq) return fault(head.seq + 1, 'entries were added after the signed head');
  if (head.hash !== previousHash) return fault(seq, 'the newest entry differs from the signed head');
  return { entries: seq, fault: null };
}
