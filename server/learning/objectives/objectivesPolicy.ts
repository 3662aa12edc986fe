import type { ObjectiveRow } from './objective.ts';

/** The viewer's role for an objective. */
export type ObjectiveRole = 'owner' | 'manager' | 'coach';
/** A current relation of the viewer to the owner, with its start. */
export interface OpenRelation {
  relation: 'manager' | 'coach';
  since: Date;
}

/** The viewer's role for an objective; null if they may not see it. Drafts are visible to their owner only. */
export function findObjectiveRole(
  viewerId: number,
  objective: Pick<ObjectiveRow, 'ownerId' | 'state' | 'visibility' | 'endedAt'>,
  relations: readonly OpenRelation[],
): ObjectiveRole | null {
  if (objective.ownerId === viewerId) return 'owner';
  if (objective.state === 'draft' || objective.visibility === 'private') return null;
  // A new manager or coach does not see objectives that ended before their relation began (decision 0029).
  const open = relations.filter(({ since }) => !objective.endedAt || objective.endedAt >= since);
  if (objective.visibility === 'manager' && open.some(({ relation }) => relation === 'manager'))
    return 'manager';
  return open.some(({ relation }) => relation === 'coach') ? 'coach' : null;
}

export const isOpen = ({ state }: Pick<ObjectiveRow, 'state'>) => state === 'draft' || state === 'active';

export const objectivePermissions = (role: ObjectiveRole, objective: ObjectiveRow) => ({
  edit: isOpen(objective) && (role === 'owner' || role === 'manager'),
  move: role === 'owner',
  note: role === 'owner' && isOpen(objective),
  needsReason: role === 'manager',
});
