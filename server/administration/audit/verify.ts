import type { Pool } from 'pg';
import { asc, eq, gt } from '#server/db/drizzle.ts';
import { auditEntries, auditHeads } from '#server/db/schema/audit.ts';
import { tenants } from '#server/db/schema/tenants.ts';
import { asAuth, readTenant, type TenantTransaction } from '#server/db/withTenant.ts';
import { digestPersonal, hashEntry, isSignedHead, NO_HASH } from './entryHash.ts';

const PAGE = 1_000;

type Row = typeof auditEntries.$inferSelect;
type Head = typeof auditHeads.$inferSelect;

/** The fault, with the number of the first affected entry. */
export interface Fault {
  seq: number;
  reason: string;
}
/** Number of valid entries, and the first fault. */
export interface LogCheck {
  entries: number;
  fault: Fault | null;
}
export interface Verification extends LogCheck {
  tenantId: number;
  organisation: string;
}

/** Checks the logs of all organisations from their first entry to the signed head. */
export async function verifyAuditLogs(pool: Pool, key: Buffer): Promise<Verification[]> {
  const organisations = await asAuth(pool, (tx) =>
    tx.select({ id: tenants.id, name: tenants.name }).from(tenants).orderBy(asc(tenants.id)),
  );
  const results: Verification[] = [];
  for (const { id, name } of organisations)
    results.push({ tenantId: id, organisation: name, ...(await checkLog(pool, id, key)) });
  return results;
}

/** Reads the log in short transactions, so that other work continues. Entries may be added in the meantime. */
export async function checkLog(pool: Pool, tenantId: number, key: Buffer): Promise<LogCheck> {
  let [seq, previousHash] = [0, NO_HASH];
  for (;;) {
    const { head, rows } = await readTenant(pool, tenantId, (tx) => readPart(tx, seq));
    for (const row of rows) {
      const reason =
        row.seq !== seq + 1
          ? 'the entry is missing'
          : row.previousHash !== previousHash
            ? 'the entry does not follow the previous entry'
            : faultOf(row, key);
      if (reason) return { entries: seq, fault: { seq: seq + 1, reason } };
      [seq, previousHash] = [row.seq, row.hash];
    }
    // The head was read before the rows. If it is behind them, entries were added in between, so it is read again.
    const isBehind = rows.length > 0 && head !== undefined && head.seq < seq;
    if (rows.length === PAGE || isBehind) continue;
    return { entries: seq, fault: faultOfHead(head, { seq, previousHash }, key) };
  }
}

async function readPart(tx: TenantTransaction, after: number) {
  const [head] = await tx.select().from(auditHeads).where(eq(auditHeads.tenantId, tx.tenantId));
  const rows = await tx
    .select()
    .from(auditEntries)
    .where(gt(auditEntries.seq, after))
    .orderBy(asc(auditEntries.seq))
    .limit(PAGE);
  return { head, rows };
}

/** Whether an entry was changed, without checking its neighbours. */
export function faultOf(row: Row, key: Buffer): string | null {
  if (row.hash !== hashEntry(row, row.previousHash)) return 'the entry was changed';
  const isErased = row.personal === null;
  if (!isErased && row.personalDigest !== digestPersonal(key, row.tenantId, row.seq, row.personal))
    return 'the reason or the address was changed';
  return null;
}

/** Whether the signed head belongs to the newest entry. */
export function faultOfHead(
  head: Head | undefined,
  { seq, previousHash }: { seq: number; previousHash: string },
  key: Buffer,
): Fault | null {
  if (!head) return seq === 0 ? null : { seq, reason: 'the signed head is missing' };
  if (!isSignedHead(key, head)) return { seq: head.seq, reason: 'the signature of the head is not valid' };
  if (head.seq > seq) return { seq: seq + 1, reason: `the newest ${head.seq - seq} entries are missing` };
  if (head.seq < seq) return { seq: head.seq + 1, reason: 'entries were added after the signed head' };
  if (head.hash !== previousHash) return { seq, reason: 'the newest entry differs from the signed head' };
  return null;
}
