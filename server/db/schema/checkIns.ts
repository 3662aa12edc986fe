import { followUpKinds } from '#contract/learning/checkInFollowUps.ts';
import { type CheckInAnswers, skipReasons } from '#contract/learning/checkIns.ts';
import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text } from '#server/db/drizzle.ts';
import { instant, tenantId } from './columns.ts';

export const checkInQuestions = pgTable('check_in_questions', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  managerId: integer('manager_id').notNull(),
  week: date('week', { mode: 'string' }).notNull(),
  text: text('text'),
  askedAt: instant('asked_at').notNull(),
  position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
});

export const checkIns = pgTable('check_ins', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  userId: integer('user_id').notNull(),
  week: date('week', { mode: 'string' }).notNull(),
  version: integer('version').notNull(),
  state: text('state', { enum: ['open', 'submitted', 'skipped'] }).notNull(),
  draft: jsonb('draft').$type<CheckInAnswers>(),
  answers: jsonb('answers').$type<CheckInAnswers>(),
  skipReason: text('skip_reason', { enum: skipReasons }),
  sentAt: instant('sent_at'),
  wasLate: boolean('was_late').notNull().default(false),
  reviewedAt: instant('reviewed_at'),
  reviewedBy: integer('reviewed_by'),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

export const checkInComments = pgTable('check_in_comments', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  checkInId: text('check_in_id').notNull(),
  authorId: integer('author_id').notNull(),
  text: text('text').notNull(),
  at: instant('at').notNull(),
});

export const checkInReminders = pgTable(
  'check_in_reminders',
  {
    tenantId: tenantId(),
    userId: integer('user_id').notNull(),
    week: date('week', { mode: 'string' }).notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    sentBy: integer('sent_by').notNull(),
    sentAt: instant('sent_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId, table.week, table.day] })],
);

export const checkInFollowUps = pgTable('check_in_follow_ups', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  managerId: integer('manager_id').notNull(),
  personId: integer('person_id').notNull(),
  checkInId: text('check_in_id').notNull(),
  kind: text('kind', { enum: followUpKinds }).notNull(),
  text: text('text').notNull(),
  dueOn: date('due_on', { mode: 'string' }),
  doneAt: instant('done_at'),
  createdAt: instant('created_at').notNull(),
});
