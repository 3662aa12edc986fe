import { isDeepStrictEqual } from 'node:util';
import type { ChangeResponse, NewNote, ObjectiveState } from '#contract/learning/objectives.ts';
import { and, eq, notInArray } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { objectiveChanges, objectiveNotes } from '#server/db/schema/objectives.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { EditableValues, ObjectiveRow } from './objective.ts';
import { findOwnObjective, ObjectiveConflict, updateObjective } from './objectiveAccess.ts';
import { isOpen } from './objectivesPolicy.ts';
import { assertActiveLimit } from './validateObjective.ts';

export async function changeObjectiveState(
  tx: TenantTransaction,
  viewer: Viewer,
  objectiveId: string,
  { state, isAtRisk, version }: ObjectiveState,
  now: Date,
) {
  const objective = await findOwnObjective(tx, viewer, objectiveId, now);
  const atRisk = isAtRisk && state === 'active';
  if (objective.state === state && objective.isAtRisk === atRisk) return;
  if (version !== objective.version) throw new ObjectiveConflict(objectiveId);
  if (state === 'draft' && objective.state !== 'draft')
    throw notPossible(
      'An objective that was started cannot become a draft again. Drop it or keep it active.',
      {
        state: 'cannot be draft',
      },
    );
  if (state === 'active' && objective.state !== 'active') await assertActiveLimit(tx, viewer.userId);
  const isOver = state !== 'draft' && state !== 'active';
  await updateObjective(
    tx,
    objective,
    { state, isAtRisk: atRisk, endedAt: isOver ? (objective.endedAt ?? now) : null },
    now,
  );
}

/** `checkInId`: the check-in that the note comes from. */
export async function addNote(
  tx: TenantTransaction,
  viewer: Viewer,
  objectiveId: string,
  { text, value, isShared }: NewNote,
  now: Date,
  checkInId: string | null = null,
) {
  const objective = await findOwnObjective(tx, viewer, objectiveId, now);
  if (!isOpen(objective)) throw notPossible('This objective has ended. Reopen it to add a note.');
  assertValueFits(objective, value);
  await tx
    .insert(objectiveNotes)
    .values({ id: newId(), tenantId: tx.tenantId, objectiveId, text, value, isShared, at: now, checkInId });
}

/** Corrects the note that the check-in has added to the objective. False if it has added none. */
export async function correctNoteOfCheckIn(
  tx: TenantTransaction,
  { checkInId, objective }: { checkInId: string; objective: Pick<ObjectiveRow, 'id' | 'measure'> },
  note: NewNote,
): Promise<boolean> {
  const corrected = await tx
    .update(objectiveNotes)
    .set(note)
    .where(and(eq(objectiveNotes.objectiveId, objective.id), eq(objectiveNotes.checkInId, checkInId)))
    .returning({ id: objectiveNotes.id });
  if (corrected.length === 0) return false;
  assertValueFits(objective, note.value);
  return true;
}

function assertValueFits({ measure }: Pick<ObjectiveRow, 'measure'>, value: number | null) {
  if (value !== null && measure.kind !== 'number')
    throw notPossible('This objective has no numeric measure. Save the note without a number.', {
      value: 'is not allowed for this objective',
    });
}

/** Removes the notes of a check-in on objectives about which it says nothing any more. */
export const removeNotesOfCheckIn = (
  tx: TenantTransaction,
  checkInId: string,
  stillNoted: readonly string[],
) =>
  tx
    .delete(objectiveNotes)
    .where(
      and(eq(objectiveNotes.checkInId, checkInId), notInArray(objectiveNotes.objectiveId, [...stillNoted])),
    );

/** The owner's response to a manager's edit. A revert is a conflict if one of the fields has changed since. */
export async function respondToChange(
  tx: TenantTransaction,
  viewer: Viewer,
  { objectiveId, changeId }: { objectiveId: string; changeId: string },
  { response }: ChangeResponse,
  now: Date,
) {
  const objective = await findOwnObjective(tx, viewer, objectiveId, now);
  const change = objective.changes.find(({ id }) => id === changeId);
  if (!change) throw notFound();
  if (change.response === response) return;
  if (change.response !== 'pending')
    throw notPossible('You already responded to this change. Reload the page to see the current state.');
  if (response === 'restored') {
    if (change.fields.some(({ field, after }) => !isDeepStrictEqual(objective[field], after)))
      throw new ObjectiveConflict(objectiveId);
    const before = Object.fromEntries(change.fields.map(({ field, before: value }) => [field, value]));
    await updateObjective(tx, objective, before as Partial<EditableValues>, now);
  }
  await tx
    .update(objectiveChanges)
    .set({ response, respondedAt: now })
    .where(eq(objectiveChanges.id, changeId));
}
