import { date, integer, pgTable, text } from '#server/db/drizzle.ts';
import { instant, tenantId } from './columns.ts';

export const needMarks = pgTable('need_marks', {
  tenantId: tenantId(),
  userId: integer('user_id').notNull(),
  key: text('key').notNull(),
  until: date('until'),
  markedAt: instant('marked_at').notNull(),
});
