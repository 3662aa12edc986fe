import { integer, pgTable, text } from '#server/db/drizzle.ts';
import { instant, tenantId } from './columns.ts';

export const unreadPosts = pgTable('unread_posts', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  senderId: integer('sender_id').notNull(),
  receiverId: integer('receiver_id').notNull(),
  preview: text('preview').notNull(),
  createdAt: instant('created_at').notNull(),
  closedAt: instant('closed_at'),
  digestId: text('digest_id'),
});

export const mailDigests = pgTable('mail_digests', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  receiverId: integer('receiver_id').notNull(),
  createdAt: instant('created_at').notNull(),
  notBefore: instant('not_before').notNull(),
  attempts: integer('attempts').notNull().default(0),
  leasedUntil: instant('leased_until'),
  handedOverAt: instant('handed_over_at'),
  endedAt: instant('ended_at'),
  outcome: text('outcome', { enum: ['sent', 'dropped', 'refused'] }),
  refusedBecause: text('refused_because'),
});
