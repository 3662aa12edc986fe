import { isDeepStrictEqual } from 'node:util';
import type { ChangeResponse, NewNote, ObjectiveState } from '#contract/learning/objectives.ts';
import { and, eq, notInArray } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { objectiveChanges, objectiveNotes } from '#server/db/schema/objectives.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { EditableValues } from './objective.ts';
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

/** A note of a check-in replaces the one that the same check-in has added before. */
export async function addNote(
  tx: TenantTransaction,
  viewer: Viewer,
  objectiveId: string,
  { text, value, isShared }: NewNote,
  now: Date,
  checkInId: string | null = null,
) {
  const objective = await findOwnObjective(tx, viewer, objectiveId, now);
  if (!isOpen(objective)) throw notPossible('This objective has ended. Reactivate it to add a note.');
  if (value !== null && objective.measure.kind !== 'number')
    throw notPossible('This objective has no numeric measure. Save the note without a number.', {
      value: 'is not allowed for this objective',
    });
  if (checkInId !== null) {
    const replaced = await tx
      .update(objectiveNotes)
      .set({ text, value, isShared })
      .where(and(eq(objectiveNotes.objectiveId, objectiveId), eq(objectiveNotes.checkInId, checkInId)))
      .returning({ id: objectiveNotes.id });
    if (replaced.length > 0) return;
  }
  await tx
    .insert(objectiveNotes)
    .values({ id: newId(), tenantId: tx.tenantId, objectiveId, text, value, isShared, at: now, checkInId });
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
