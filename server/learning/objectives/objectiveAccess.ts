import { eq } from '#server/db/drizzle.ts';
import { objectives } from '#server/db/schema/objectives.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { findWindows } from '#server/people/index.ts';
import type { FullObjective } from './objective.ts';
import { findObjectiveRole, type ObjectiveRole, type OpenRelation } from './objectivesPolicy.ts';
import { findObjective } from './objectivesRepository.ts';

/** Another request saved the objective since the caller read it. The route responds with the current state. */
export class ObjectiveConflict extends Error {
  readonly objectiveId: string;

  constructor(objectiveId: string) {
    super(
      'This objective was changed in the meantime. Compare both versions and choose which values to keep.',
    );
    this.objectiveId = objectiveId;
  }
}

/** The viewer's current relations to a person. */
export const findOpenRelations = async (
  tx: TenantTransaction,
  ids: { viewerId: number; subjectId: number },
  now: Date,
): Promise<OpenRelation[]> =>
  (await findWindows(tx, ids, now))
    .filter(({ until }) => until === null)
    .map(({ relation, since }) => ({ relation, since }));

/** An objective and the viewer's role; 404 if the viewer may not see it. */
export async function findVisibleObjective(
  tx: TenantTransaction,
  { userId: viewerId }: Viewer,
  objectiveId: string,
  now: Date,
  lock: { isLocked?: boolean } = {},
): Promise<{ objective: FullObjective; role: ObjectiveRole }> {
  const objective = await findObjective(tx, objectiveId, lock);
  if (!objective) throw notFound();
  const relations =
    objective.ownerId === viewerId
      ? []
      : await findOpenRelations(tx, { viewerId, subjectId: objective.ownerId }, now);
  const role = findObjectiveRole(viewerId, objective, relations);
  if (!role) throw notFound();
  return { objective, role };
}

/** Locks an objective of the viewer until the transaction ends. */
export async function findOwnObjective(
  tx: TenantTransaction,
  viewer: Viewer,
  objectiveId: string,
  now: Date,
) {
  const { objective, role } = await findVisibleObjective(tx, viewer, objectiveId, now, {
    isLocked: true,
  });
  // Only the owner can take these actions. Everyone else gets a 404, even if they can see the objective.
  if (role !== 'owner') throw notFound();
  return objective;
}

/** Every update increments the version that the next update has to be based on. */
export const updateObjective = (
  tx: TenantTransaction,
  { id, version }: FullObjective,
  values: Partial<typeof objectives.$inferInsert>,
  now: Date,
) =>
  tx
    .update(objectives)
    .set({ ...values, version: version + 1, updatedAt: now })
    .where(eq(objectives.id, id));
