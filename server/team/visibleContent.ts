import type { TenantTransaction } from '#server/db/withTenant.ts';
import {
  type FullObjective,
  findObjectiveRole,
  findObjectivesOf,
  type ObjectiveRole,
} from '#server/learning/objectives/index.ts';
import { asOf, findPlans, type Plan, relationTo } from '#server/learning/programs/index.ts';
import type { AccessWindow } from '#server/people/index.ts';

export interface VisibleContent {
  /** `visibleUntil`: the last day of a former manager or coach; null for a current one. */
  plans: (Plan & { visibleUntil: Date | null })[];
  objectives: { objective: FullObjective; role: ObjectiveRole }[];
}

/** Everything about a person that a viewer may see. Uses the same rules as the program page and the objective page. */
export async function findVisibleContent(
  tx: TenantTransaction,
  { viewerId, subjectId }: { viewerId: number; subjectId: number },
  windows: readonly AccessWindow[],
): Promise<VisibleContent> {
  const all = await findPlans(tx, { userIds: [subjectId], isOutline: true });
  const plans = all.flatMap((plan) => {
    const relation = relationTo({ userId: viewerId }, plan, windows);
    if (!relation) return [];
    const visibleUntil = relation.former?.asOf ?? null;
    return [{ ...(visibleUntil ? asOf(plan, visibleUntil) : plan), visibleUntil }];
  });
  const open = windows.filter(({ until }) => until === null);
  const objectives = (await findObjectivesOf(tx, subjectId)).flatMap((objective) => {
    const role = findObjectiveRole(viewerId, objective, open);
    return role ? [{ objective, role }] : [];
  });
  return { plans, objectives };
}
