import { coachingKinds, coachingStates } from '#contract/learning/coachingSummaries.ts';
import { date, integer, pgTable, primaryKey, sql, text } from '#server/db/drizzle.ts';
import { instant, tenantId } from './columns.ts';

export const coachingSessions = pgTable('coaching_sessions', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  enrolmentId: text('enrolment_id').notNull(),
  learnerId: integer('learner_id').notNull(),
  peerId: integer('peer_id').notNull(),
  kind: text('kind', { enum: coachingKinds }).notNull(),
  minutes: integer('minutes').notNull(),
  state: text('state', { enum: coachingStates }).notNull(),
  startsAt: instant('starts_at'),
  confirmedAt: instant('confirmed_at'),
  proposedBy: integer('proposed_by'),
  proposedAt: instant('proposed_at'),
  place: text('place'),
  sequence: integer('sequence').notNull().default(0),
  heldBy: integer('held_by').array().notNull().default(sql`'{}'`),
  noShowId: integer('no_show_id'),
  endedAt: instant('ended_at'),
  endedBy: integer('ended_by'),
  reason: text('reason'),
  createdAt: instant('created_at').notNull(),
  createdBy: integer('created_by').notNull(),
  seriesId: text('series_id'),
  seriesN: integer('series_n'),
  seriesWeeks: integer('series_weeks'),
  seriesCount: integer('series_count'),
  creationKey: text('creation_key'),
});

export const coachingBookings = pgTable(
  'coaching_bookings',
  {
    tenantId: tenantId(),
    sessionId: text('session_id').notNull(),
    userId: integer('user_id').notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    dayReminderAt: instant('day_reminder_at'),
    soonReminderAt: instant('soon_reminder_at'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.sessionId, table.userId] })],
);

export const coachingProposals = pgTable(
  'coaching_proposals',
  {
    tenantId: tenantId(),
    sessionId: text('session_id').notNull(),
    startsAt: instant('starts_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.sessionId, table.startsAt] })],
);

export const coachingDays = pgTable(
  'coaching_days',
  {
    tenantId: tenantId(),
    userId: integer('user_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    fromTime: text('from_time'),
    untilTime: text('until_time'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId, table.day] })],
);
