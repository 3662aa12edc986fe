import { bigint, boolean, integer, pgTable, primaryKey, text } from '#server/db/drizzle.ts';
import { bytes, instant, tenantId } from './columns.ts';

export const dataRequests = pgTable('data_requests', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  userId: integer('user_id').notNull(),
  kind: text('kind', { enum: ['export', 'erasure'] }).notNull(),
  state: text('state', { enum: ['waiting', 'running', 'done', 'cancelled', 'failed'] }).notNull(),
  requestedAt: instant('requested_at').notNull(),
  dueAt: instant('due_at').notNull(),
  byRule: boolean('by_rule').notNull().default(false),
  endedAt: instant('ended_at'),
  percent: integer('percent').notNull().default(0),
  bytes: bigint('bytes', { mode: 'number' }),
});

export const dataRequestParts = pgTable(
  'data_request_parts',
  {
    tenantId: tenantId(),
    requestId: text('request_id').notNull(),
    n: integer('n').notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.requestId, table.n] })],
);
