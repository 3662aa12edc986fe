import type { AnonymityReport } from '#contract/surveys/anonymous.ts';
import type { Answers } from '#contract/surveys/answers.ts';
import { type FeedbackFigures, nominationPhases, raterGroups } from '#contract/surveys/feedback.ts';
import type { Questions } from '#contract/surveys/questions.ts';
import type { Figures } from '#contract/surveys/results.ts';
import { surveyModes, surveyStates } from '#contract/surveys/surveyStates.ts';
import type { Audience } from '#contract/surveys/surveys.ts';
import { date, integer, jsonb, pgTable, primaryKey, text } from '#server/db/drizzle.ts';
import { bytes, instant, tenantId } from './columns.ts';

export const surveys = pgTable('surveys', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  ownerId: integer('owner_id').notNull(),
  name: text('name').notNull(),
  purpose: text('purpose').notNull().default(''),
  mode: text('mode', { enum: surveyModes }).notNull(),
  k: integer('k').notNull(),
  state: text('state', { enum: surveyStates }).notNull().default('draft'),
  questions: jsonb('questions').$type<Questions>().notNull(),
  audience: jsonb('audience').$type<Audience>().notNull(),
  segments: jsonb('segments').$type<{ id: number; name: string }[]>(),
  opensOn: date('opens_on', { mode: 'string' }),
  closesOn: date('closes_on', { mode: 'string' }),
  releasesOn: date('releases_on', { mode: 'string' }),
  repeatWeeks: integer('repeat_weeks'),
  problem: text('problem'),
  createdAt: instant('created_at').notNull(),
  openedAt: instant('opened_at'),
  closesAt: instant('closes_at'),
  closedAt: instant('closed_at'),
  releasedAt: instant('released_at'),
  results: jsonb('results').$type<Figures>(),
  anonymityReport: jsonb('anonymity_report').$type<AnonymityReport>(),
  repeats: text('repeats'),
  subjectId: integer('subject_id'),
  phase: text('phase', { enum: nominationPhases }),
  feedback: jsonb('feedback').$type<FeedbackFigures>(),
  version: integer('version').notNull().default(1),
});

export const surveyParticipations = pgTable(
  'survey_participations',
  {
    tenantId: tenantId(),
    surveyId: text('survey_id').notNull(),
    userId: integer('user_id').notNull(),
    segmentId: integer('segment_id'),
    answeredOn: date('answered_on', { mode: 'string' }),
    draft: jsonb('draft').$type<Answers>(),
    draftAt: text('draft_at'),
    reminders: integer('reminders').notNull().default(0),
    remindedAt: instant('reminded_at'),
    ticketRequest: bytes('ticket_request'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.surveyId, table.userId] })],
);

export const surveyTicketKeys = pgTable(
  'survey_ticket_keys',
  {
    tenantId: tenantId(),
    surveyId: text('survey_id').notNull(),
    publicKey: text('public_key').notNull(),
    privateKey: text('private_key'),
    batchKey: text('batch_key'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.surveyId] })],
);

export const surveyResponses = pgTable('survey_responses', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  surveyId: text('survey_id').notNull(),
  respondent: bytes('respondent').notNull(),
  userId: integer('user_id'),
  segmentId: integer('segment_id'),
  answers: jsonb('answers').$type<Answers>().notNull(),
});

export const surveySubmissions = pgTable(
  'survey_submissions',
  {
    tenantId: tenantId(),
    surveyId: text('survey_id').notNull(),
    slot: bytes('slot').notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.surveyId, table.slot] })],
);

export const surveyRaters = pgTable(
  'survey_raters',
  {
    tenantId: tenantId(),
    surveyId: text('survey_id').notNull(),
    userId: integer('user_id').notNull(),
    group: text('rater_group', { enum: raterGroups }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.surveyId, table.userId] })],
);

export const surveyActions = pgTable('survey_actions', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  surveyId: text('survey_id').notNull(),
  text: text('text').notNull(),
  ownerId: integer('owner_id').notNull(),
  dueOn: date('due_on', { mode: 'string' }).notNull(),
  outcome: text('outcome').notNull().default(''),
  doneOn: date('done_on', { mode: 'string' }),
  createdAt: instant('created_at').notNull(),
});
