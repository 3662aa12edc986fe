import { isDeepStrictEqual } from 'node:util';
import type { ChangeResponse, NewNote, ObjectiveState } from '#contract/objectives.ts';
import { eq } from '../db/drizzle.ts';
import { newId } from '../db/ids.ts';
import { objectiveChanges, objectiveNotes } from '../db/schema/objectives.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { notFound, notPossible } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';
import type { EditableValues } from './objective.ts';
import { refuseTooMany } from './objectiveRules.ts';
import { isOpen } from './objectivesPolicy.ts';
import { findOwn, ObjectiveConflict, writeObjective } from './seenObjective.ts';

export async function moveObjective(
  tx: TenantTransaction,
  viewer: Viewer,
  objectiveId: string,
  { state, isAtRisk, version }: ObjectiveState,
  now: Date,
) {
  const objective = await findOwn(tx, viewer, objectiveId, now);
  const atRisk = isAtRisk && state === 'active';
  if (objective.state === state && objective.isAtRisk === atRisk) return;
  if (version !== objective.version) throw new ObjectiveConflict(objectiveId);
  if (state === 'draft' && objective.state !== 'draft')
    throw notPossible('What was begun cannot become a draft again. Drop it, or set it going.', {
      state: 'cannot be draft',
    });
  if (state === 'active' && objective.state !== 'active') await refuseTooMany(tx, viewer.userId);
  const isOver = state !== 'draft' && state !== 'active';
  await writeObjective(
    tx,
    objective,
    { state, isAtRisk: atRisk, endedAt: isOver ? (objective.endedAt ?? now) : null },
    now,
  );
}

export async function addNote(
  tx: TenantTransaction,
  viewer: Viewer,
  objectiveId: string,
  { text, value, isShared }: NewNote,
  now: Date,
) {
  const objective = await findOwn(tx, viewer, objectiveId, now);
  if (!isOpen(objective)) throw notPossible('This objective is over. Set it going again to write about it.');
  if (value !== null && objective.measure.kind !== 'number')
    throw notPossible('This objective is not measured in numbers.', { value: 'cannot be taken' });
  await tx
    .insert(objectiveNotes)
    .values({ id: newId(), tenantId: tx.tenantId, objectiveId, text, value, isShared, at: now });
}

/** The owner's answer to a manager's edit. Putting it back is refused where one of the fields was changed since. */
export async function answerChange(
  tx: TenantTransaction,
  viewer: Viewer,
  { objectiveId, changeId }: { objectiveId: string; changeId: string },
  { response }: ChangeResponse,
  now: Date,
) {
  const objective = await findOwn(tx, viewer, objectiveId, now);
  const change = objective.changes.find(({ id }) => id === changeId);
  if (!change) throw notFound();
  if (change.response === response) return;
  if (change.response !== 'pending' && change.response !== 'disputed')
    throw notPossible('This change was answered already.');
  if (response === 'restored') {
    if (change.fields.some(({ field, after }) => !isDeepStrictEqual(objective[field], after)))
      throw new ObjectiveConflict(objectiveId);
    const before = Object.fromEntries(change.fields.map(({ field, before: was }) => [field, was]));
    await writeObjective(tx, objective, before as Partial<EditableValues>, now);
  }
  await tx
    .update(objectiveChanges)
    .set({ response, respondedAt: now })
    .where(eq(objectiveChanges.id, changeId));
}
