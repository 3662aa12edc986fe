import { bigint, integer, pgTable, primaryKey, text } from '#server/db/drizzle.ts';
import { instant, tenantId } from './columns.ts';

export const auditEntries = pgTable(
  'audit_entries',
  {
    tenantId: tenantId(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    at: instant('at').notNull(),
    actorId: integer('actor_id'),
    action: text('action').notNull(),
    subjectType: text('subject_type').notNull(),
    subjectId: text('subject_id').notNull(),
    details: text('details').notNull(),
    requestId: text('request_id'),
    personal: text('personal'),
    personalDigest: text('personal_digest').notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.seq] })],
);

export const auditHeads = pgTable('audit_heads', {
  tenantId: integer('tenant_id').primaryKey(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  hash: text('hash').notNull(),
  signature: text('signature').notNull(),
});

export const auditChecks = pgTable('audit_checks', {
  tenantId: integer('tenant_id').primaryKey(),
  checkedAt: instant('checked_at').notNull(),
  entries: bigint('entries', { mode: 'number' }).notNull(),
  faultSeq: bigint('fault_seq', { mode: 'number' }),
  faultReason: text('fault_reason'),
  signature: text('signature').notNull(),
});
