import { integer, pgTable, text } from '../drizzle.ts';
import { instant, tenantId } from './columns.ts';

export const unreadPosts = pgTable('unread_posts', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  senderId: integer('sender_id').notNull(),
  receiverId: integer('receiver_id').notNull(),
  preview: text('preview').notNull(),
  createdAt: instant('created_at').notNull(),
  closedAt: instant('closed_at'),
});
