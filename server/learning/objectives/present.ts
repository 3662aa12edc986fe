import type { Objective } from '#contract/learning/objectives.ts';
import type { Participant } from '#contract/people.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { findParticipants } from '#server/people/index.ts';
import { presentChangedFields } from './changedFields.ts';
import { type ChangeRow, type FullObjective, isQuiet, measureProgress } from './objective.ts';
import { type ObjectiveRole, objectivePermissions } from './objectivesPolicy.ts';
import { findTopicTitles } from './objectivesRepository.ts';

/**
 * Objectives as their viewer sees them. Other people see only shared notes, and a progress that is computed from these
 * notes.
 */
export async function presentObjectives(
  tx: TenantTransaction,
  visible: { objective: FullObjective; role: ObjectiveRole }[],
  now: Date,
  { locale }: Pick<Viewer, 'locale'>,
): Promise<Objective[]> {
  const changes = visible.flatMap(({ objective }) => objective.changes);
  const [people, titles] = await Promise.all([
    findParticipants(
      tx,
      changes.map(({ actorId }) => actorId),
    ),
    findTopicTitles(tx, topicIdsOf(changes)),
  ]);
  return visible.map(({ objective, role }) =>
    presentObjective(objective, role, { people, titles, now, locale }),
  );
}

const topicIdsOf = (changes: readonly ChangeRow[]) =>
  changes.flatMap(({ fields }) =>
    fields.flatMap(({ field, before, after }) =>
      field === 'topicId' ? [before, after].filter((value) => typeof value === 'string') : [],
    ),
  );

interface Context {
  people: ReadonlyMap<number, Participant>;
  titles: ReadonlyMap<string, string>;
  now: Date;
  locale: string;
}

function presentObjective(
  objective: FullObjective,
  role: ObjectiveRole,
  { people, titles, now, locale }: Context,
): Objective {
  const isOwner = role === 'owner';
  const notes = objective.notes.filter(({ isShared }) => isOwner || isShared);
  return {
    objectiveId: objective.id,
    ownerId: objective.ownerId,
    title: objective.title,
    why: objective.why,
    measure: objective.measure,
    standing: measureProgress(objective.measure, notes),
    dueOn: objective.dueOn,
    ifThenPlan: objective.ifThenPlan,
    topicId: objective.topicId,
    topicTitle: objective.topicTitle,
    visibility: objective.visibility,
    state: objective.state,
    isAtRisk: objective.isAtRisk,
    isQuiet: isQuiet({ ...objective, notes }, now),
    version: objective.version,
    createdAt: objective.createdAt.toISOString(),
    updatedAt: objective.updatedAt.toISOString(),
    notes: notes.map(({ id, text, value, isShared, at, checkInId }) => ({
      noteId: id,
      text,
      value,
      isShared,
      at: at.toISOString(),
      fromCheckIn: checkInId !== null,
    })),
    changes: objective.changes.flatMap((change) => {
      // The owner's own edits show what the objective was before it was shared.
      if (!isOwner && change.response === null) return [];
      const by = people.get(change.actorId);
      if (!by) return [];
      return [
        {
          changeId: change.id,
          by,
          at: change.at.toISOString(),
          reason: change.reason,
          differences: presentChangedFields(change.fields, titles, { locale }),
          response: change.response,
          respondedAt: change.respondedAt?.toISOString() ?? null,
          can: {
            respond: isOwner && change.response === 'pending',
          },
        },
      ];
    }),
    can: objectivePermissions(role, objective),
  };
}
