import type { AuditField } from '#contract/administration/audit.ts';
import type { DepartmentChange, NewDepartment } from '#contract/administration/departments.ts';
import type { Actor, Audit } from '#server/administration/audit/index.ts';
import { lockAccessRules } from '#server/administration/peopleAdmin/index.ts';
import { and, eq, ne, sql } from '#server/db/drizzle.ts';
import { departments, users } from '#server/db/schema/people.ts';
import { signOnGroups } from '#server/db/schema/signOn.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import { requireDepth, requireFreeName, requireHead, requireParent, type Tree } from './rules.ts';

export interface ChangeContext {
  tx: TenantTransaction;
  audit: Audit;
  actor: Actor;
}

/** Creates a department and returns its id. */
export async function createDepartment(
  { tx, audit, actor }: ChangeContext,
  { name, parentId = null, headId = null }: NewDepartment,
): Promise<number> {
  const tree = await lockTree(tx);
  requireParent(tree, parentId);
  requireDepth(tree, parentId, 1);
  requireFreeName(tree, { name, parentId });
  if (headId !== null) await requireHead(tx, headId);
  const [created] = await tx
    .insert(departments)
    .values({ tenantId: tx.tenantId, name, parentId, headId })
    .returning({ id: departments.id });
  if (!created) throw new Error('The department was not created');
  await audit.record(tx, actor, {
    action: 'department.created',
    subject: { type: 'department', id: created.id },
    changes: {
      name: { before: null, after: name },
      ...(parentId !== null && { parentId: { before: null, after: parentId } }),
      ...(headId !== null && { headId: { before: null, after: headId } }),
    },
  });
  return created.id;
}

/** Renames or moves a department, or sets its head. Repeating a change changes nothing. */
export async function changeDepartment(
  { tx, audit, actor }: ChangeContext,
  departmentId: number,
  fields: DepartmentChange,
) {
  const tree = await lockTree(tx);
  const department = find(tree, departmentId);
  const { name = department.name, parentId = department.parentId, headId = department.headId } = fields;
  const next = { ...department, name, parentId, headId };
  const changed = (['name', 'parentId', 'headId'] as const satisfies readonly AuditField[]).filter(
    (field) => next[field] !== department[field],
  );
  if (changed.length === 0) return;
  if (changed.includes('parentId')) {
    requireParent(tree, parentId, department);
    requireDepth(tree, parentId, department);
  }
  requireFreeName(tree, next, changed.includes('parentId') ? 'parentId' : 'name');
  if (changed.includes('headId') && headId !== null) await requireHead(tx, headId);
  await tx.update(departments).set({ name, parentId, headId }).where(eq(departments.id, departmentId));
  await audit.record(tx, actor, {
    action: 'department.changed',
    subject: { type: 'department', id: departmentId },
    changes: Object.fromEntries(
      changed.map((field) => [field, { before: department[field], after: next[field] }]),
    ),
  });
}

/** Moves the people and departments of one department into another one, and deletes it. */
export async function mergeDepartment(
  { tx, audit, actor }: ChangeContext,
  departmentId: number,
  intoId: number,
) {
  const tree = await lockTree(tx);
  const department = find(tree, departmentId);
  requireParent(tree, intoId, department, 'intoId');
  const children = tree.filter(({ parentId }) => parentId === departmentId);
  // The merged department no longer exists, so one of its children can use its name.
  const rest = tree.filter((one) => one.departmentId !== departmentId);
  for (const child of children) {
    requireDepth(tree, intoId, child, 'intoId');
    requireFreeName(rest, { ...child, parentId: intoId }, 'intoId');
  }
  await lockRow(tx, departmentId);
  const moved = await tx
    .update(users)
    .set({ departmentId: intoId })
    .where(eq(users.departmentId, departmentId));
  await tx.update(departments).set({ parentId: intoId }).where(eq(departments.parentId, departmentId));
  await tx
    .update(signOnGroups)
    .set({ departmentId: intoId })
    .where(eq(signOnGroups.departmentId, departmentId));
  const audiences = await replaceInAudiences(tx, departmentId, intoId);
  await tx.delete(departments).where(eq(departments.id, departmentId));
  await audit.record(
    tx,
    actor,
    {
      action: 'department.merged',
      subject: { type: 'department', id: departmentId },
      changes: {
        name: { before: department.name, after: null },
        mergedIntoId: { before: null, after: intoId },
        people: { before: moved.rowCount, after: 0 },
        ...(audiences.programs > 0 && { programs: { before: audiences.programs, after: 0 } }),
        ...(audiences.surveys > 0 && { surveys: { before: audiences.surveys, after: 0 } }),
      },
    },
    ...children.map((child) => ({
      action: 'department.changed' as const,
      subject: { type: 'department' as const, id: child.departmentId },
      changes: { parentId: { before: departmentId, after: intoId } },
    })),
  );
}

/** Programs and surveys keep the people of a merged department in their audience. The next round of a survey has the same one. */
async function replaceInAudiences(tx: TenantTransaction, departmentId: number, intoId: number) {
  const programs = await tx.execute(sql`
    update programs set version = version + 1, audience_departments = case
        when ${intoId} = any(audience_departments) then array_remove(audience_departments, ${departmentId})
        else array_replace(audience_departments, ${departmentId}, ${intoId}) end
      where ${departmentId} = any(audience_departments)`);
  const surveys = await tx.execute(sql`
    update surveys set version = version + 1, audience = jsonb_set(audience, '{departmentIds}', (
        select jsonb_agg(id order by position) from (
          select case when value::int = ${departmentId} then ${intoId}::int else value::int end as id, min(position) as position
          from jsonb_array_elements_text(audience->'departmentIds') with ordinality as e(value, position) group by 1) as ids))
      where audience->'departmentIds' @> to_jsonb(${departmentId}::int)`);
  return { programs: programs.rowCount ?? 0, surveys: surveys.rowCount ?? 0 };
}

/** Deletes a department without people and without departments below it. Deactivated people are removed from it. */
export async function deleteDepartment({ tx, audit, actor }: ChangeContext, departmentId: number) {
  const tree = await lockTree(tx);
  const department = find(tree, departmentId);
  if (tree.some(({ parentId }) => parentId === departmentId))
    throw notPossible('This department has departments below it. Move or merge them first.');
  await lockRow(tx, departmentId);
  const [member] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.departmentId, departmentId), ne(users.status, 'deactivated')))
    .limit(1);
  if (member)
    throw notPossible('This department has active or invited people. Move them to another department first.');
  const [rule] = await tx
    .select({ group: signOnGroups.groupName })
    .from(signOnGroups)
    .where(eq(signOnGroups.departmentId, departmentId))
    .limit(1);
  if (rule)
    throw notPossible(
      `Members of the group “${rule.group}” get this department with single sign-on. Remove the group in the sign-on settings first.`,
    );
  await tx.update(users).set({ departmentId: null }).where(eq(users.departmentId, departmentId));
  await tx.delete(departments).where(eq(departments.id, departmentId));
  await audit.record(tx, actor, {
    action: 'department.deleted',
    subject: { type: 'department', id: departmentId },
    changes: { name: { before: department.name, after: null } },
  });
}

/** All departments, while no other request changes the tree or the people in it. */
async function lockTree(tx: TenantTransaction): Promise<Tree> {
  await lockAccessRules(tx);
  return tx
    .select({
      departmentId: departments.id,
      name: departments.name,
      parentId: departments.parentId,
      headId: departments.headId,
    })
    .from(departments);
}

function find(tree: Tree, departmentId: number) {
  const department = tree.find((one) => one.departmentId === departmentId);
  if (!department) throw notFound();
  return department;
}

/** Waits for transactions that are adding a person to this department. */
const lockRow = (tx: TenantTransaction, departmentId: number) =>
  tx.execute(sql`select from departments where id = ${departmentId} for update`);
