import type { TopicDraft } from '#contract/learning/authoring.ts';
import type { Challenge, ChallengeWork } from '#contract/learning/challenges.ts';
import { type AudienceRule, joiningModes, topicOrders } from '#contract/learning/programSetup.ts';
import { enrolmentStates } from '#contract/learning/programSummaries.ts';
import type { RichText } from '#contract/learning/richText.ts';
import { stepKinds } from '#contract/learning/steps.ts';
import {
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  sql,
  text,
} from '#server/db/drizzle.ts';
import { instant, tenantId, wordList } from './columns.ts';

export const topics = pgTable('topics', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  title: text('title').notNull(),
  behaviorName: text('behavior_name').notNull(),
  description: text('description').notNull(),
  ownerId: integer('owner_id'),
  tags: text('tags').array().notNull().default([]),
  searchWords: wordList('search_words')
    .notNull()
    .generatedAlwaysAs(sql`person_search_words(coalesce(draft->>'title', title), '', '')`),
  version: integer('version').notNull().default(1),
  draft: jsonb('draft').$type<TopicDraft>(),
  changedBy: integer('changed_by'),
  changedAt: instant('changed_at'),
  retiredAt: instant('retired_at'),
  reviewAskedAt: instant('review_asked_at'),
  reviewAskedBy: integer('review_asked_by'),
  reviewNote: text('review_note'),
  reviewNoteBy: integer('review_note_by'),
  reviewNoteAt: instant('review_note_at'),
});

export const topicVersions = pgTable(
  'topic_versions',
  {
    tenantId: tenantId(),
    topicId: text('topic_id').notNull(),
    n: integer('n').notNull(),
    publishedAt: instant('published_at').notNull(),
    notes: text('notes'),
    publishedBy: integer('published_by'),
    title: text('title'),
    behaviorName: text('behavior_name'),
    description: text('description'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.topicId, table.n] })],
);

export const topicSteps = pgTable(
  'topic_steps',
  {
    tenantId: tenantId(),
    topicId: text('topic_id').notNull(),
    n: integer('n').notNull(),
    stepKey: text('step_key').notNull(),
    position: integer('position').notNull(),
    title: text('title').notNull(),
    kind: text('kind', { enum: stepKinds }).notNull(),
    minutes: integer('minutes').notNull(),
    required: boolean('required').notNull().default(true),
    body: text('body').notNull(),
    document: jsonb('document').$type<RichText>(),
    goal: integer('goal'),
    challenge: jsonb('challenge').$type<Challenge>(),
    prerequisiteKeys: text('prerequisite_keys').array().notNull().default([]),
    packageId: text('package_id'),
    surveyId: text('survey_id'),
    url: text('url'),
    fileId: text('file_id'),
    captionsId: text('captions_id'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.topicId, table.n, table.stepKey] })],
);

export const programs = pgTable('programs', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  name: text('name').notNull(),
  searchWords: wordList('search_words').notNull().generatedAlwaysAs(sql`person_search_words(name, '', '')`),
  purpose: text('purpose').notNull(),
  status: text('status', {
    enum: ['draft', 'in_review', 'scheduled', 'active', 'paused', 'closed', 'archived'],
  })
    .notNull()
    .default('active'),
  selectionMin: integer('selection_min').notNull().default(1),
  selectionMax: integer('selection_max').notNull().default(3),
  managerVisible: boolean('manager_visible').notNull().default(true),
  confirmation: text('confirmation', { enum: ['self', 'coach', 'manager'] })
    .notNull()
    .default('self'),
  ownerId: integer('owner_id'),
  version: integer('version').notNull().default(1),
  createdAt: instant('created_at').notNull().defaultNow(),
  dueOn: date('due_on', { mode: 'string' }),
  dueDays: integer('due_days'),
  audienceEveryone: boolean('audience_everyone').notNull().default(false),
  audiencePeople: integer('audience_people').array().notNull().default([]),
  audienceDepartments: integer('audience_departments').array().notNull().default([]),
  audienceRule: jsonb('audience_rule').$type<AudienceRule>(),
  coachIds: integer('coach_ids').array().notNull().default([]),
  isForLine: boolean('is_for_line').notNull().default(false),
  changedBy: integer('changed_by'),
  changedAt: instant('changed_at'),
  launchedBy: integer('launched_by'),
  launchedAt: instant('launched_at'),
  launchTotal: integer('launch_total'),
  launchEndedAt: instant('launch_ended_at'),
  creationKey: text('creation_key'),
  launchFailedAt: instant('launch_failed_at'),
  topicOrder: text('topic_order', { enum: topicOrders }).notNull().default('free'),
  plannedSessions: integer('planned_sessions'),
  sessionEveryDays: integer('session_every_days'),
  coachLimit: integer('coach_limit'),
  joining: text('joining', { enum: joiningModes }).notNull().default('invitation'),
  reviewAskedAt: instant('review_asked_at'),
  reviewNote: text('review_note'),
  surveyBeforeId: text('survey_before_id'),
  surveyAfterId: text('survey_after_id'),
});

export const joinRequests = pgTable(
  'join_requests',
  {
    tenantId: tenantId(),
    programId: text('program_id').notNull(),
    userId: integer('user_id').notNull(),
    note: text('note'),
    askedAt: instant('asked_at').notNull(),
    answeredAt: instant('answered_at'),
    answeredBy: integer('answered_by'),
    accepted: boolean('accepted'),
    answerNote: text('answer_note'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.programId, table.userId] })],
);

export const programTopics = pgTable(
  'program_topics',
  {
    tenantId: tenantId(),
    programId: text('program_id').notNull(),
    topicId: text('topic_id').notNull(),
    position: integer('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.programId, table.topicId] })],
);

export const enrolments = pgTable('enrolments', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  programId: text('program_id').notNull(),
  userId: integer('user_id').notNull(),
  cycle: integer('cycle').notNull().default(1),
  coachId: integer('coach_id'),
  state: text('state', { enum: enrolmentStates }).notNull(),
  dueOn: date('due_on', { mode: 'string' }),
  joinedAt: instant('joined_at').notNull(),
  invitedAt: instant('invited_at'),
  finishedAt: instant('finished_at'),
  invitedBy: integer('invited_by'),
  reason: text('reason'),
  version: integer('version').notNull().default(1),
});

export const enrolmentTopics = pgTable(
  'enrolment_topics',
  {
    tenantId: tenantId(),
    enrolmentId: text('enrolment_id').notNull(),
    topicId: text('topic_id').notNull(),
    n: integer('n').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.enrolmentId, table.topicId] })],
);

export const goals = pgTable('goals', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  enrolmentId: text('enrolment_id').notNull(),
  topicId: text('topic_id').notNull(),
  why: text('why'),
  ifThenPlan: text('if_then_plan'),
  selectedAt: instant('selected_at').notNull(),
  removedAt: instant('removed_at'),
});

export const goalChanges = pgTable('goal_changes', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  enrolmentId: text('enrolment_id').notNull(),
  topicId: text('topic_id').notNull(),
  kind: text('kind', { enum: ['selected', 'removed', 'reworded'] }).notNull(),
  why: text('why'),
  ifThenPlan: text('if_then_plan'),
  at: instant('at').notNull(),
});

export const topicProposals = pgTable('topic_proposals', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  enrolmentId: text('enrolment_id').notNull(),
  topicId: text('topic_id').notNull(),
  proposedBy: integer('proposed_by').notNull(),
  note: text('note'),
  proposedAt: instant('proposed_at').notNull(),
  takenBackAt: instant('taken_back_at'),
  declinedAt: instant('declined_at'),
});

export const stepRecords = pgTable(
  'step_records',
  {
    tenantId: tenantId(),
    enrolmentId: text('enrolment_id').notNull(),
    stepKey: text('step_key').notNull(),
    state: text('state', { enum: ['none', 'started', 'done', 'waived'] }).notNull(),
    count: integer('count').notNull().default(0),
    answer: text('answer'),
    doneAt: instant('done_at'),
    updatedAt: instant('updated_at').notNull(),
    work: jsonb('work').$type<ChallengeWork>(),
    waivedBy: integer('waived_by'),
    waivedBecause: text('waived_because'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.enrolmentId, table.stepKey] })],
);

export const topicCompletions = pgTable(
  'topic_completions',
  {
    tenantId: tenantId(),
    enrolmentId: text('enrolment_id').notNull(),
    topicId: text('topic_id').notNull(),
    n: integer('n').notNull().default(1),
    completedAt: instant('completed_at').notNull(),
    reopenedAt: instant('reopened_at'),
    confirmedBy: integer('confirmed_by'),
    reopenedBy: integer('reopened_by'),
    reopenedBecause: text('reopened_because'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.enrolmentId, table.topicId, table.n] })],
);

export const topicConfirmations = pgTable('topic_confirmations', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  enrolmentId: text('enrolment_id').notNull(),
  topicId: text('topic_id').notNull(),
  askedAt: instant('asked_at').notNull(),
  answeredAt: instant('answered_at'),
  answeredBy: integer('answered_by'),
  outcome: text('outcome', { enum: ['confirmed', 'returned', 'accepted', 'given_up'] }),
  note: text('note'),
});

export const stepChanges = pgTable('step_changes', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  tenantId: tenantId(),
  enrolmentId: text('enrolment_id').notNull(),
  stepKey: text('step_key').notNull(),
  at: instant('at').notNull(),
  done: smallint('done').notNull(),
  practised: integer('practised').notNull(),
});

export const enrolmentHistory = pgTable('enrolment_history', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  tenantId: tenantId(),
  enrolmentId: text('enrolment_id').notNull(),
  state: text('state', { enum: ['completed', 'declined', 'withdrawn'] }),
  topicId: text('topic_id'),
  n: integer('n'),
  since: instant('since'),
  until: instant('until').notNull(),
});

export const programReminders = pgTable(
  'program_reminders',
  {
    tenantId: tenantId(),
    enrolmentId: text('enrolment_id').notNull(),
    sentAt: instant('sent_at').notNull(),
    sentBy: integer('sent_by').notNull(),
    reason: text('reason').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.enrolmentId, table.sentAt] })],
);
