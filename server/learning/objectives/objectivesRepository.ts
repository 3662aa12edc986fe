import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from '#server/db/drizzle.ts';
import { objectiveChanges, objectiveNotes, objectives } from '#server/db/schema/objectives.ts';
import { enrolments, goals, topics } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { FullObjective } from './objective.ts';

/** Active objectives first, then drafts, then ended ones. Each group is sorted by due date. */
const order = sql`case ${objectives.state} when 'active' then 0 when 'draft' then 1 else 2 end`;

/** Objectives with their notes and changes, always in 3 queries. */
async function findObjectives(tx: TenantTransaction, condition: SQL | undefined): Promise<FullObjective[]> {
  const rows = await tx
    .select({ objective: objectives, topicTitle: topics.title })
    .from(objectives)
    .leftJoin(topics, eq(topics.id, objectives.topicId))
    .where(condition)
    .orderBy(order, asc(objectives.dueOn), desc(objectives.updatedAt), asc(objectives.id));
  if (rows.length === 0) return [];
  const ids = rows.map(({ objective }) => objective.id);
  const [allNotes, allChanges] = await Promise.all([
    tx
      .select()
      .from(objectiveNotes)
      .where(inArray(objectiveNotes.objectiveId, ids))
      .orderBy(desc(objectiveNotes.at), desc(objectiveNotes.id)),
    tx
      .select()
      .from(objectiveChanges)
      .where(inArray(objectiveChanges.objectiveId, ids))
      .orderBy(desc(objectiveChanges.at), desc(objectiveChanges.id)),
  ]);
  const notes = Map.groupBy(allNotes, ({ objectiveId }) => objectiveId);
  const changes = Map.groupBy(allChanges, ({ objectiveId }) => objectiveId);
  return rows.map(({ objective, topicTitle }) => ({
    ...objective,
    topicTitle,
    notes: notes.get(objective.id) ?? [],
    changes: changes.get(objective.id) ?? [],
  }));
}

export const findObjectivesOf = (tx: TenantTransaction, ownerId: number) =>
  findObjectives(tx, eq(objectives.ownerId, ownerId));

/** One objective. `isLocked` locks its row until the transaction ends. */
export async function findObjective(
  tx: TenantTransaction,
  id: string,
  { isLocked = false } = {},
): Promise<FullObjective | null> {
  if (isLocked)
    await tx.select({ id: objectives.id }).from(objectives).where(eq(objectives.id, id)).for('update');
  return (await findObjectives(tx, eq(objectives.id, id)))[0] ?? null;
}

/** The selected topics of a person that have no objective yet. */
export const findIdeas = (tx: TenantTransaction, ownerId: number) =>
  tx
    .selectDistinct({
      topicId: topics.id,
      topicTitle: topics.title,
      title: topics.behaviorName,
      ifThenPlan: goals.ifThenPlan,
    })
    .from(goals)
    .innerJoin(enrolments, eq(enrolments.id, goals.enrolmentId))
    .innerJoin(topics, eq(topics.id, goals.topicId))
    .where(
      and(
        eq(enrolments.userId, ownerId),
        isNull(goals.removedAt),
        inArray(enrolments.state, ['active', 'ready_to_finish']),
        sql`not exists (select from objectives as o where o.owner_id = ${ownerId} and o.topic_id = ${topics.id})`,
      ),
    )
    .orderBy(asc(topics.title), asc(topics.id));

export async function findTopicTitles(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: topics.id, title: topics.title })
    .from(topics)
    .where(inArray(topics.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, title }) => [id, title]));
}
