import { isDeepStrictEqual } from 'node:util';
import {
  type EditableField,
  editableFields,
  type Measure,
  type NewObjective,
  OBJECTIVE_QUIET_DAYS,
  type Objective,
} from '#contract/learning/objectives.ts';
import type {
  FieldChange,
  objectiveChanges,
  objectiveNotes,
  objectives,
} from '#server/db/schema/objectives.ts';

export type ObjectiveRow = typeof objectives.$inferSelect;
export type NoteRow = typeof objectiveNotes.$inferSelect;
export type ChangeRow = typeof objectiveChanges.$inferSelect;

/** An objective with its notes and changes, newest first. */
export interface FullObjective extends ObjectiveRow {
  topicTitle: string | null;
  notes: NoteRow[];
  changes: ChangeRow[];
}

export type EditableValues = Pick<NewObjective, EditableField>;

/** The fields that an edit changes, with old and new values. Empty text counts as null. */
export const findFieldChanges = (before: ObjectiveRow, after: EditableValues): FieldChange[] =>
  editableFields.flatMap((field) => {
    const [oldValue, newValue] = [before[field], after[field] || null];
    return isDeepStrictEqual(oldValue, newValue) ? [] : [{ field, before: oldValue, after: newValue }];
  });

/** Current value of a numeric measure from its newest note with a value, and its progress towards the target. */
export function measureProgress(measure: Measure, notes: readonly NoteRow[]): Objective['standing'] {
  if (measure.kind !== 'number') return null;
  const { from, to } = measure;
  const now = notes.find(({ value }) => value !== null)?.value ?? from;
  const share = Math.floor((100 * (now - from)) / (to - from));
  return { now, percent: Math.min(100, Math.max(0, share)) };
}

/** Whether an active objective has had no note for 2 weeks. */
export function isQuiet(
  { state, createdAt, notes }: Pick<ObjectiveRow, 'state' | 'createdAt'> & { notes: readonly { at: Date }[] },
  now: Date,
): boolean {
  if (state !== 'active') return false;
  const last = notes[0]?.at ?? createdAt;
  return now.getTime() - last.getTime() >= OBJECTIVE_QUIET_DAYS * 86_400_000;
}
