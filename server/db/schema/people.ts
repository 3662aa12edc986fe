import type { WorkingHours } from '#contract/profile.ts';
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, sql, text } from '#server/db/drizzle.ts';
import { bytes, instant, tenantId, wordList } from './columns.ts';

export const departments = pgTable('departments', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  tenantId: tenantId(),
  name: text('name').notNull(),
  parentId: integer('parent_id'),
  headId: integer('head_id'),
});

export const users = pgTable('users', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  tenantId: tenantId(),
  uuid: text('uuid').notNull(),
  email: text('email').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  title: text('title'),
  timeZone: text('time_zone').notNull().default('UTC'),
  departmentId: integer('department_id'),
  managerId: integer('manager_id'),
  /** Kept by triggers. */
  managerName: text('manager_name'),
  departmentName: text('department_name'),
  status: text('status', { enum: ['invited', 'active', 'deactivated'] })
    .notNull()
    .default('active'),
  isAdmin: boolean('is_admin').notNull().default(false),
  mayAuthor: boolean('may_author').notNull().default(false),
  avatarId: text('avatar_id'),
  joinedAt: instant('joined_at').notNull().defaultNow(),
  createdAt: instant('created_at').notNull().defaultNow(),
  lastProfileUpdate: instant('last_profile_update'),
  version: integer('version').notNull().default(1),
  passwordHash: text('password_hash'),
  searchWords: wordList('search_words')
    .notNull()
    .generatedAlwaysAs(sql`person_search_words(first_name, last_name, email)`),
  activatedAt: instant('activated_at'),
  lastActiveAt: instant('last_active_at'),
  deactivatedAt: instant('deactivated_at'),
  pronouns: text('pronouns'),
  locale: text('locale'),
  workingHours: jsonb('working_hours').$type<WorkingHours>(),
  helpTopics: text('help_topics').array().notNull().default([]),
  erasedAt: instant('erased_at'),
});

/** The words by which a person is found. Kept by triggers. */
export const personWords = pgTable(
  'person_words',
  {
    tenantId: tenantId(),
    word: text('word').notNull(),
    name: text('name').notNull(),
    userId: integer('user_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.word, table.name, table.userId] })],
);

export const avatars = pgTable('avatars', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  userId: integer('user_id').notNull(),
  mediaType: text('media_type', { enum: ['image/jpeg', 'image/png', 'image/webp'] }).notNull(),
  bytes: bytes('bytes').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export const accessWindows = pgTable('access_windows', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  tenantId: tenantId(),
  viewerId: integer('viewer_id').notNull(),
  subjectId: integer('subject_id').notNull(),
  relation: text('relation', { enum: ['manager', 'coach'] }).notNull(),
  enrolmentId: text('enrolment_id'),
  since: instant('since').notNull(),
  until: instant('until'),
});

export const notificationSettings = pgTable(
  'notification_settings',
  {
    tenantId: tenantId(),
    userId: integer('user_id').notNull(),
    bellOff: text('bell_off').array().notNull().default([]),
    mailOff: text('mail_off').array().notNull().default([]),
    mutedUntil: instant('muted_until'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId] })],
);

export const bulkChanges = pgTable(
  'bulk_changes',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    createdBy: integer('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    undoneAt: instant('undone_at'),
    action: text('action').notNull(),
    people: integer('people').notNull(),
    changes: text('changes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);
