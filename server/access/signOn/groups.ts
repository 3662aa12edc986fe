import type { GroupRule } from '#contract/administration/signOn.ts';
import type { Actor } from '#server/administration/audit/index.ts';
import {
  type ChangeContext,
  changePerson,
  hasAnotherAdmin,
} from '#server/administration/peopleAdmin/index.ts';
import { asc, eq } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { signOnGroups, signOnSettings } from '#server/db/schema/signOn.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';

export async function readGroupRules(tx: TenantTransaction): Promise<GroupRule[]> {
  const rows = await tx.select().from(signOnGroups).orderBy(asc(signOnGroups.position));
  return rows.map(({ groupName, departmentId }) => ({ group: groupName, departmentId }));
}

/**
 * Gives a person the department and the administrator right of their groups at the identity provider. The first listed
 * group with a department decides. The last administrator and the emergency administrator keep their right. Groups for
 * which `decides` is false have no effect.
 */
export async function applyGroups(
  context: ChangeContext<Actor>,
  userId: number,
  groups: readonly string[],
  decides: (group: string) => boolean = () => true,
): Promise<void> {
  const { tx } = context;
  const rules = (await readGroupRules(tx)).filter(({ group }) => decides(group));
  const isIn = ({ group }: GroupRule) => groups.includes(group);
  const department = rules.find((rule) => rule.departmentId !== null && isIn(rule));
  const adminRules = rules.filter(({ departmentId }) => departmentId === null);
  const shouldBeAdmin = adminRules.length > 0 ? adminRules.some(isIn) : null;
  const [person] = await tx
    .select({ isAdmin: users.isAdmin, departmentId: users.departmentId })
    .from(users)
    .where(eq(users.id, userId));
  if (!person) return;
  const change = {
    ...(department &&
      department.departmentId !== person.departmentId && { departmentId: department.departmentId }),
    ...(shouldBeAdmin !== null &&
      shouldBeAdmin !== person.isAdmin &&
      (shouldBeAdmin || (await canLoseAdmin(tx, userId))) && { isAdmin: shouldBeAdmin }),
  };
  if (Object.keys(change).length > 0) await changePerson(context, userId, change);
}

async function canLoseAdmin(tx: TenantTransaction, userId: number): Promise<boolean> {
  const [settings] = await tx
    .select({ emergencyAdminId: signOnSettings.emergencyAdminId })
    .from(signOnSettings);
  return settings?.emergencyAdminId !== userId && (await hasAnotherAdmin(tx, userId));
}
