import type { NewObjective, ObjectiveEdit } from '#contract/learning/objectives.ts';
import { newId } from '#server/db/ids.ts';
import { objectiveChanges, objectives } from '#server/db/schema/objectives.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';
import { findLocale } from '#server/people/index.ts';
import { changeNotificationHtml, presentChangedFields } from './changedFields.ts';
import { findFieldChanges } from './objective.ts';
import { findVisibleObjective, ObjectiveConflict, updateObjective } from './objectiveAccess.ts';
import { isOpen, objectivePermissions } from './objectivesPolicy.ts';
import { findTopicTitles } from './objectivesRepository.ts';
import { assertActiveLimit, validateObjective } from './validateObjective.ts';

export async function createObjective(
  tx: TenantTransaction,
  viewer: Viewer,
  objective: NewObjective,
  now: Date,
): Promise<string> {
  await validateObjective(tx, viewer, null, objective, now);
  if (objective.state === 'active') await assertActiveLimit(tx, viewer.userId);
  const id = newId();
  await tx.insert(objectives).values({
    id,
    tenantId: tx.tenantId,
    ownerId: viewer.userId,
    ...objective,
    why: objective.why || null,
    ifThenPlan: objective.ifThenPlan || null,
    createdAt: now,
    updatedAt: now,
  });
  return id;
}

/**
 * Edits an objective as its owner or as the owner's manager. A manager's edit needs a reason, notifies the owner and stays
 * marked until the owner has responded.
 */
export async function editObjective(
  tx: TenantTransaction,
  viewer: Viewer,
  objectiveId: string,
  { version, reason, visibility, ...after }: ObjectiveEdit,
  now: Date,
) {
  const { objective, role } = await findVisibleObjective(tx, viewer, objectiveId, now, {
    isLocked: true,
  });
  const permissions = objectivePermissions(role, objective);
  if (!permissions.edit)
    throw notPossible(
      isOpen(objective)
        ? 'You cannot edit this objective. Only its owner and their manager can.'
        : 'This objective has ended. Reopen it before you edit it.',
    );
  const fields = findFieldChanges(objective, after);
  if (fields.length === 0 && visibility === objective.visibility) return;
  if (version !== objective.version) throw new ObjectiveConflict(objectiveId);
  if (role === 'manager' && visibility !== objective.visibility)
    throw notPossible('You cannot change the visibility. Only the owner of the objective can.', {
      visibility: 'can only be changed by the owner',
    });
  if (permissions.needsReason && !reason)
    throw notPossible('Enter a reason for your change. The owner sees it next to the change.', {
      reason: 'is missing',
    });
  await validateObjective(tx, viewer, objective, after, now);
  await updateObjective(
    tx,
    objective,
    { ...after, why: after.why || null, ifThenPlan: after.ifThenPlan || null, visibility },
    now,
  );
  if (fields.length === 0) return;

  const changeId = newId();
  const isManager = role === 'manager';
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
  const locale = await findLocale(tx, objective.ownerId);
  await enqueueNotifications(
    tx,
    [
      {
        receiverId: objective.ownerId,
        dedupeKey: `objective:${objectiveId}:${changeId}`,
        body: {
          notificationType: 'MANAGER_UPDATED_USER_OBJECTIVE',
          payload: {
            userId: viewer.userId,
            extraPayload: { objectiveId, changeId },
            text: changeNotificationHtml(
              after.title,
              presentChangedFields(fields, titles, { locale }),
              reason,
            ),
          },
        },
      },
    ],
    now,
  );
}
