import type { TenantTransaction } from '../db/withTenant.ts';
import { type FullObjective, findObjectivesOf, standingTo } from '../objectives/index.ts';
import type { AccessWindow } from '../people/index.ts';
import { asOf, findPlans, type Plan, relationTo } from '../programs/index.ts';

export interface Seen {
  plans: Plan[];
  objectives: { objective: FullObjective; standing: 'owner' | 'manager' | 'coach' }[];
}

/** What a viewer sees of a person, by the very rules that the program's page and the objective's page go by. */
export async function findSeenOf(
  tx: TenantTransaction,
  { viewerId, subjectId }: { viewerId: number; subjectId: number },
  windows: readonly AccessWindow[],
): Promise<Seen> {
  const all = await findPlans(tx, { userIds: [subjectId], isOutline: true });
  const plans = all.flatMap((plan) => {
    const relation = relationTo({ userId: viewerId }, plan, windows);
    if (!relation) return [];
    return [relation.former ? asOf(plan, relation.former.asOf) : plan];
  });
  const open = windows.filter(({ until }) => until === null);
  const objectives = (await findObjectivesOf(tx, subjectId)).flatMap((objective) => {
    const standing = standingTo(viewerId, objective, open);
    return standing ? [{ objective, standing }] : [];
  });
  return { plans, objectives };
}
