import { eq } from '../db/drizzle.ts';
import { objectives } from '../db/schema/objectives.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { notFound } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';
import { findWindows } from '../people/index.ts';
import type { FullObjective } from './objective.ts';
import { type OpenRelation, type Standing, standingTo } from './objectivesPolicy.ts';
import { findObjective } from './objectivesRepository.ts';

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

/** The viewer's own, to change it: kept for them alone until the transaction ends. */
export async function findOwn(tx: TenantTransaction, viewer: Viewer, objectiveId: string, now: Date) {
  const { objective, standing } = await findSeen(tx, viewer, objectiveId, now, { isLocked: true });
  // Seen by another it exists, but what only its owner does is not there for them.
  if (standing !== 'owner') throw notFound();
  return objective;
}

/** Each change counts up what the next one is based on. */
export const writeObjective = (
  tx: TenantTransaction,
  { id, version }: FullObjective,
  values: Partial<typeof objectives.$inferInsert>,
  now: Date,
) =>
  tx
    .update(objectives)
    .set({ ...values, version: version + 1, updatedAt: now })
    .where(eq(objectives.id, id));
