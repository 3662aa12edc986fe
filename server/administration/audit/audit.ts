import type { Pool } from 'pg';
import type { AuditAction, AuditField, AuditQuery } from '#contract/administration/audit.ts';
import { eq } from '#server/db/drizzle.ts';
import { auditEntries, auditHeads } from '#server/db/schema/audit.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { readAuditLog } from './auditRepository.ts';
import {
  DIRECTORY_TOKEN,
  digestPersonal,
  type HashedEntry,
  hashEntry,
  NO_HASH,
  signHead,
} from './entryHash.ts';
import { checkAndKeep } from './integrity.ts';

/** The actor: the user of a request, or the system. */
export interface Actor {
  userId: number | null;
  requestId: string | null;
  /** IP address of the request. */
  address: string | null;
  /** The token of the directory sync, if it is the actor (decision 0056). */
  directoryToken?: string;
}

/** The actor of automatic actions of the server. */
export const SYSTEM: Actor = { userId: null, requestId: null, address: null };

export type Changes = Partial<Record<AuditField, { before: unknown; after: unknown }>>;

export interface NewEntry {
  action: AuditAction;
  subject:
    | { type: 'person' | 'department' | 'organisation'; id: number }
    | { type: 'topic' | 'program' | 'survey'; id: string };
  /** Ids, states and names of fields; never people's names, addresses or texts, because entries cannot be erased. */
  changes?: Changes;
  reason?: string | null;
}

/** A statement can have 65,535 parameters. */
const ROWS_PER_STATEMENT = 1_000;

interface AuditDeps {
  key: Buffer;
  now: () => Date;
  /** Called in the transaction of the entries, before they are written. */
  onRecord?: (tx: TenantTransaction, entries: readonly NewEntry[]) => Promise<void>;
}

/**
 * Writes and reads the audit log. An entry is written in the transaction of the recorded action. Entries of an
 * organisation get their number and the previous hash under one lock, so write them at the end of a transaction. See
 * docs/decisions/0043-audit-log.md.
 */
export const createAudit = ({ key, now, onRecord = async () => {} }: AuditDeps) => ({
  async record(tx: TenantTransaction, actor: Actor, ...entries: NewEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const { tenantId } = tx;
    await onRecord(tx, entries);
    const head = await lockHead(tx, key);
    const rows = [];
    let { seq, hash: previousHash } = head;
    const by = actor.directoryToken
      ? { [DIRECTORY_TOKEN]: { before: null, after: actor.directoryToken } }
      : {};
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
        details: JSON.stringify({ ...changes, ...by }),
        requestId: actor.requestId,
        personalDigest: digestPersonal(key, tenantId, seq, personal),
      };
      const hash = hashEntry(entry, previousHash);
      rows.push({ ...entry, personal, previousHash, hash });
      previousHash = hash;
    }
    for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
      await tx.insert(auditEntries).values(rows.slice(from, from + ROWS_PER_STATEMENT));
    const next = { tenantId, seq, hash: previousHash };
    await tx
      .update(auditHeads)
      .set({ seq, hash: next.hash, signature: signHead(key, next) })
      .where(eq(auditHeads.tenantId, tenantId));
  },
  /** The days of the query are days in this time zone. */
  readLog: (tx: TenantTransaction, query: AuditQuery, timeZone: string) =>
    readAuditLog(tx, query, { timeZone, key }),
  /** Checks the whole log of an organisation; `readLog` returns the result. */
  check: (pool: Pool, tenantId: number) => checkAndKeep(pool, tenantId, { key, now }),
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
