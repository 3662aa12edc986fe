import type { Objective } from '#contract/objectives.ts';
import type { Participant } from '#contract/programs.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { findParticipants } from '../people/index.ts';
import { differencesOf } from './differences.ts';
import { type ChangeRow, type FullObjective, isQuiet, standingOf } from './objective.ts';
import { objectiveRightsOf, type Standing } from './objectivesPolicy.ts';
import { findTopicTitles } from './objectivesRepository.ts';

/** Objectives as each may be seen: to others only the notes that are shared, and a standing that follows from those. */
export async function presentObjectives(
  tx: TenantTransaction,
  seen: { objective: FullObjective; standing: Standing }[],
  now: Date,
): Promise<Objective[]> {
  const changes = seen.flatMap(({ objective }) => objective.changes);
  const [people, titles] = await Promise.all([
    findParticipants(
      tx,
      changes.map(({ actorId }) => actorId),
    ),
    findTopicTitles(tx, topicIdsOf(changes)),
  ]);
  return seen.map(({ objective, standing }) => objectiveOf(objective, standing, { people, titles, now }));
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
}

function objectiveOf(
  objective: FullObjective,
  standing: Standing,
  { people, titles, now }: Context,
): Objective {
  const isOwner = standing === 'owner';
  const notes = objective.notes.filter(({ isShared }) => isOwner || isShared);
  return {
    objectiveId: objective.id,
    ownerId: objective.ownerId,
    title: objective.title,
    why: objective.why,
    measure: objective.measure,
    standing: standingOf(objective.measure, notes),
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
    notes: notes.map(({ id, text, value, isShared, at }) => ({
      noteId: id,
      text,
      value,
      isShared,
      at: at.toISOString(),
    })),
    changes: objective.changes.flatMap((change) => {
      const by = people.get(change.actorId);
      if (!by) return [];
      return [
        {
          changeId: change.id,
          by,
          at: change.at.toISOString(),
          reason: change.reason,
          differences: differencesOf(change.fields, titles),
          response: change.response,
          respondedAt: change.respondedAt?.toISOString() ?? null,
          can: {
            respond: isOwner && (change.response === 'pending' || change.response === 'disputed'),
          },
        },
      ];
    }),
    can: objectiveRightsOf(standing, objective),
  };
}
