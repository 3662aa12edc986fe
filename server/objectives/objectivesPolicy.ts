import type { ObjectiveRow } from './objective.ts';

/** What the viewer is to an objective. A relation is one that goes on today, with the time since when. */
export type Standing = 'owner' | 'manager' | 'coach';
export interface OpenRelation {
  relation: 'manager' | 'coach';
  since: Date;
}

/** The nearest of what the viewer is to it; null where it is not theirs to see. Nobody sees a draft of somebody else. */
export function standingTo(
  viewerId: number,
  objective: Pick<ObjectiveRow, 'ownerId' | 'state' | 'visibility' | 'endedAt'>,
  relations: readonly OpenRelation[],
): Standing | null {
  if (objective.ownerId === viewerId) return 'owner';
  if (objective.state === 'draft' || objective.visibility === 'private') return null;
  // What was over before they came is between the owner and those who were there.
  const open = relations.filter(({ since }) => !objective.endedAt || objective.endedAt >= since);
  if (objective.visibility === 'manager' && open.some(({ relation }) => relation === 'manager'))
    return 'manager';
  return open.some(({ relation }) => relation === 'coach') ? 'coach' : null;
}

export const isOpen = ({ state }: Pick<ObjectiveRow, 'state'>) => state === 'draft' || state === 'active';

export const objectiveRightsOf = (standing: Standing, objective: ObjectiveRow) => ({
  edit: isOpen(objective) && (standing === 'owner' || standing === 'manager'),
  move: standing === 'owner',
  note: standing === 'owner' && isOpen(objective),
  needsReason: standing === 'manager',
});
