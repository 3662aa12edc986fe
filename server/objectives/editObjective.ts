import { isDeepStrictEqual } from 'node:util';
import {
  type ChangeResponse,
  type NewNote,
  type NewObjective,
  OBJECTIVES_MAX_ACTIVE,
  type ObjectiveEdit,
  type ObjectiveState,
} from '#contract/objectives.ts';
import { and, count, eq } from '../db/drizzle.ts';
import { newId } from '../db/ids.ts';
import { objectiveChanges, objectiveNotes, objectives } from '../db/schema/objectives.ts';
import { users } from '../db/schema/people.ts';
import { topics } from '../db/schema/programs.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { notFound, notPossible } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';
import { enqueueNotifications } from '../outbox/index.ts';
import { findWindows } from '../people/index.ts';
import { differencesOf, differenceText } from './differences.ts';
import { changesBetween, type EditableValues, type FullObjective } from './objective.ts';
import {
  isOpen,
  type OpenRelation,
  objectiveRightsOf,
  type Standing,
  standingTo,
} from './objectivesPolicy.ts';
import { findObjective, findTopicTitles } from './objectivesRepository.ts';

const MAX_YEARS = 2;

/** Something else was saved since the caller read it: the route answers with what is there now. */
export class ObjectiveConflict extends Error {
  readonly objectiveId: string;

  constructor(objectiveId: string) {
    super('This objective was changed in the meantime. Look at both, then decide what stays.');
    this.objectiveId = objectiveId;
  }
}

/** The relations of the viewer to a person that go on today. */
export const findOpenRelations = async (
  tx: TenantTransaction,
  who: { viewerId: number; subjectId: number },
  now: Date,
): Promise<OpenRelation[]> =>
  (await findWindows(tx, who, now))
    .filter(({ until }) => until === null)
    .map(({ relation, since }) => ({ relation, since }));

/** An objective as the viewer may see it; 404 where they may not. */
export async function findSeen(
  tx: TenantTransaction,
  { userId: viewerId }: Viewer,
  objectiveId: string,
  now: Date,
  lock: { isLocked?: boolean } = {},
): Promise<{ objective: FullObjective; standing: Standing }> {
  const objective = await findObjective(tx, objectiveId, lock);
  if (!objective) throw notFound();
  const relations =
    objective.ownerId === viewerId
      ? []
      : await findOpenRelations(tx, { viewerId, subjectId: objective.ownerId }, now);
  const standing = standingTo(viewerId, objective, relations);
  if (!standing) throw notFound();
  return { objective, standing };
}

async function findOwn(tx: TenantTransaction, viewer: Viewer, objectiveId: string, now: Date) {
  const { objective, standing } = await findSeen(tx, viewer, objectiveId, now, { isLocked: true });
  // Seen by another it exists, but what only its owner does is not there for them.
  if (standing !== 'owner') throw notFound();
  return objective;
}

export async function createObjective(
  tx: TenantTransaction,
  viewer: Viewer,
  wish: NewObjective,
  now: Date,
): Promise<string> {
  await refuseValues(tx, null, wish, now);
  if (wish.state === 'active') await refuseTooMany(tx, viewer.userId);
  const id = newId();
  await tx.insert(objectives).values({
    id,
    tenantId: tx.tenantId,
    ownerId: viewer.userId,
    ...wish,
    why: wish.why || null,
    ifThenPlan: wish.ifThenPlan || null,
    createdAt: now,
    updatedAt: now,
  });
  return id;
}

/** The owner's edit, or the manager's: that one says why, is marked until the owner has answered, and is told to them. */
export async function editObjective(
  tx: TenantTransaction,
  viewer: Viewer,
  objectiveId: string,
  { version, reason, visibility, ...after }: ObjectiveEdit,
  now: Date,
) {
  const { objective, standing } = await findSeen(tx, viewer, objectiveId, now, { isLocked: true });
  const rights = objectiveRightsOf(standing, objective);
  if (!rights.edit)
    throw notPossible(
      isOpen(objective)
        ? 'You can read this objective. Its owner and their manager change it.'
        : 'This objective is over. Set it going again before you change it.',
    );
  const fields = changesBetween(objective, after);
  if (fields.length === 0 && visibility === objective.visibility) return;
  if (version !== objective.version) throw new ObjectiveConflict(objectiveId);
  if (standing === 'manager' && visibility !== objective.visibility)
    throw notPossible('Who may see an objective is for its owner to say.', {
      visibility: 'is not yours to change',
    });
  if (rights.needsReason && !reason)
    throw notPossible('Say why you change it. The person it belongs to reads it beside the change.', {
      reason: 'is missing',
    });
  await refuseValues(tx, objective, after, now);
  await write(
    tx,
    objective,
    { ...after, why: after.why || null, ifThenPlan: after.ifThenPlan || null, visibility },
    now,
  );
  if (fields.length === 0) return;

  const changeId = newId();
  const isManager = standing === 'manager';
  await tx.insert(objectiveChanges).values({
    id: changeId,
    tenantId: tx.tenantId,
    objectiveId,
    actorId: viewer.userId,
    at: now,
    reason: reason || null,
    fields,
    response: isManager ? 'pending' : null,
  });
  if (!isManager) return;
  const titles = await findTopicTitles(
    tx,
    [objective.topicId, after.topicId].filter((id) => id !== null),
  );
  await enqueueNotifications(
    tx,
    [
      {
        receiverId: objective.ownerId,
        dedupeKey: `objective:${objectiveId}:${changeId}`,
        body: {
          notificationType: 'MANAGER_UPDATED_USER_OBJECTIVE',
          payload: { userId: viewer.userId, text: differenceText(differencesOf(fields, titles), reason) },
        },
      },
    ],
    now,
  );
}

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
  await write(
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
    await write(tx, objective, before as Partial<EditableValues>, now);
  }
  await tx
    .update(objectiveChanges)
    .set({ response, respondedAt: now })
    .where(eq(objectiveChanges.id, changeId));
}

const write = (
  tx: TenantTransaction,
  { id, version }: FullObjective,
  values: Partial<typeof objectives.$inferInsert>,
  now: Date,
) =>
  tx
    .update(objectives)
    .set({ ...values, version: version + 1, updatedAt: now })
    .where(eq(objectives.id, id));

async function refuseTooMany(tx: TenantTransaction, ownerId: number) {
  // The person is locked, so that two of them at once are counted one after the other.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('update');
  const [active] = await tx
    .select({ n: count() })
    .from(objectives)
    .where(and(eq(objectives.ownerId, ownerId), eq(objectives.state, 'active')));
  if ((active?.n ?? 0) >= OBJECTIVES_MAX_ACTIVE)
    throw notPossible(
      `You have ${OBJECTIVES_MAX_ACTIVE} active objectives. End one first; more at a time are seldom reached.`,
      { state: `takes at most ${OBJECTIVES_MAX_ACTIVE} active ones` },
    );
}

/** What the schema cannot know: today, and which topics there are. What is left as it was is not asked again. */
async function refuseValues(
  tx: TenantTransaction,
  before: FullObjective | null,
  { dueOn, topicId }: EditableValues,
  now: Date,
) {
  if (dueOn !== null && dueOn !== before?.dueOn) {
    const latest = new Date(now);
    latest.setUTCFullYear(latest.getUTCFullYear() + MAX_YEARS);
    if (dueOn < now.toISOString().slice(0, 10))
      throw notPossible('The due date has passed already.', { dueOn: 'is in the past' });
    if (dueOn > latest.toISOString().slice(0, 10))
      throw notPossible('Choose a day within the next two years.', { dueOn: 'is more than two years away' });
  }
  if (topicId !== null && topicId !== before?.topicId) {
    const [topic] = await tx.select({ id: topics.id }).from(topics).where(eq(topics.id, topicId));
    if (!topic) throw notPossible('This topic is not in the library.', { topicId: 'is no topic' });
  }
}
