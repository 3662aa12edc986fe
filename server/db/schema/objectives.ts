import {
  changeResponses,
  type EditableField,
  type Measure,
  objectiveStates,
  objectiveVisibilities,
} from '#contract/learning/objectives.ts';
import { boolean, date, doublePrecision, integer, jsonb, pgTable, text } from '#server/db/drizzle.ts';
import { instant, tenantId } from './columns.ts';

export const objectives = pgTable('objectives', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  ownerId: integer('owner_id').notNull(),
  title: text('title').notNull(),
  why: text('why'),
  measure: jsonb('measure').$type<Measure>().notNull(),
  dueOn: date('due_on', { mode: 'string' }),
  ifThenPlan: text('if_then_plan'),
  topicId: text('topic_id'),
  visibility: text('visibility', { enum: objectiveVisibilities }).notNull(),
  state: text('state', { enum: objectiveStates }).notNull(),
  isAtRisk: boolean('is_at_risk').notNull().default(false),
  version: integer('version').notNull().default(1),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
  endedAt: instant('ended_at'),
});

export const objectiveNotes = pgTable('objective_notes', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  objectiveId: text('objective_id').notNull(),
  text: text('text').notNull(),
  value: doublePrecision('value'),
  isShared: boolean('is_shared').notNull(),
  at: instant('at').notNull(),
  /** The check-in that added the note. Null for other notes. */
  checkInId: text('check_in_id'),
});

/** One changed field with its old and new value. */
export interface FieldChange {
  field: EditableField;
  before: string | Measure | null;
  after: string | Measure | null;
}

export const objectiveChanges = pgTable('objective_changes', {
  id: text('id').primaryKey(),
  tenantId: tenantId(),
  objectiveId: text('objective_id').notNull(),
  actorId: integer('actor_id').notNull(),
  at: instant('at').notNull(),
  reason: text('reason'),
  fields: jsonb('fields').$type<FieldChange[]>().notNull(),
  response: text('response', { enum: changeResponses }),
  respondedAt: instant('responded_at'),
});
