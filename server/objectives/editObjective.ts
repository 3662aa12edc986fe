import type { NewObjective, ObjectiveEdit } from '#contract/objectives.ts';
import { newId } from '../db/ids.ts';
import { objectiveChanges, objectives } from '../db/schema/objectives.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { notPossible } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';
import { enqueueNotifications } from '../outbox/index.ts';
import { differencesOf, differenceText } from './differences.ts';
import { changesBetween } from './objective.ts';
import { refuseTooMany, refuseValues } from './objectiveRules.ts';
import { isOpen, objectiveRightsOf } from './objectivesPolicy.ts';
import { findTopicTitles } from './objectivesRepository.ts';
import { findSeen, ObjectiveConflict, writeObjective } from './seenObjective.ts';

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
  await writeObjective(
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
