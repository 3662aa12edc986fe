import type { AuditAction } from '#contract/audit.ts';
import { eq } from '#server/db/drizzle.ts';
import { auditEntries, auditHeads } from '#server/db/schema/audit.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { digestPersonal, type HashedEntry, hashEntry, NO_HASH, signHead } from './entryHash.ts';

/** Who acts: the user of a request, or the system. */
export interface Actor {
  userId: number | null;
  requestId: string | null;
  /** The IP address of the request. */
  address: string | null;
}

export type Changes = Record<string, { before: unknown; after: unknown }>;

export interface NewEntry {
  action: AuditAction;
  subject: { type: 'person' | 'department'; id: number };
  /** Ids, states and names of fields; never names, addresses or texts of people, because entries cannot be erased. */
  changes?: Changes;
  reason?: string | null;
}

/**
 * Writes the audit log, in the transaction of the action that is recorded. Entries of an organisation get their number and the
 * previous hash under one lock, so write them at the end of a transaction. See docs/decisions/0043-audit-log.md.
 */
export const createAudit = ({ key, now }: { key: Buffer; now: () => Date }) => ({
  async record(tx: TenantTransaction, actor: Actor, ...entries: NewEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const { tenantId } = tx;
    const head = await lockHead(tx, key);
    const rows = [];
    let { seq, hash: previousHash } = head;
    for (const { action, subject, changes = {}, reason } of entries) {
      seq += 1;
      const personal = JSON.stringify({ reason: reason || null, address: actor.address });
      const entry: HashedEntry = {
        tenantId,
        seq,
        at: now(),
        actorId: actor.userId,
        action,
        subjectType: subject.type,
        subjectId: String(subject.id),
        details: JSON.stringify(changes),
        requestId: actor.requestId,
        personalDigest: digestPersonal(key, tenantId, seq, personal),
      };
      const hash = hashEntry(entry, previousHash);
      rows.push({ ...entry, personal, previousHash, hash });
      previousHash = hash;
    }
    await tx.insert(auditEntries).values(rows);
    const next = { tenantId, seq, hash: previousHash };
    await tx
      .update(auditHeads)
      .set({ seq, hash: next.hash, signature: signHead(key, next) })
      .where(eq(auditHeads.tenantId, tenantId));
  },
});
export type Audit = ReturnType<typeof createAudit>;

/** The newest entry, locked until the end of the transaction. */
async function lockHead(tx: TenantTransaction, key: Buffer) {
  const { tenantId } = tx;
  const first = { tenantId, seq: 0, hash: NO_HASH };
  await tx
    .insert(auditHeads)
    .values({ ...first, signature: signHead(key, first) })
    .onConflictDoNothing();
  const [head] = await tx.select().from(auditHeads).for('update');
  if (!head) throw new Error('The audit log has no head');
  return head;
}
