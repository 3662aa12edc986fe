import type { NotificationMessage } from '#contract/notifications/notifications.ts';
import { bigint, integer, jsonb, pgTable, text } from '#server/db/drizzle.ts';
import { instant, tenantId } from './columns.ts';

export const notificationsOutbox = pgTable('notifications_outbox', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  position: bigint('position', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  receiverId: integer('receiver_id').notNull(),
  dedupeKey: text('dedupe_key').notNull(),
  body: jsonb('body').$type<NotificationMessage>().notNull(),
  createdAt: instant('created_at').notNull(),
  attempts: integer('attempts').notNull().default(0),
  leasedUntil: instant('leased_until'),
  notBefore: instant('not_before').notNull(),
  sentAt: instant('sent_at'),
  refusedAt: instant('refused_at'),
  refusedBecause: text('refused_because'),
  requestId: text('request_id'),
  traceparent: text('traceparent'),
});
