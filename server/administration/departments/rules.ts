import { isWithin, levelsFrom, pathTo } from '#contract/administration/departmentTree.ts';
import { DEPARTMENT_MAX_DEPTH } from '#contract/limits.ts';
import { and, eq, ne } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notPossible } from '#server/http/httpError.ts';

interface Node {
  departmentId: number;
  name: string;
  parentId: number | null;
  headId: number | null;
}
export type Tree = Node[];

/** Requires that the department above exists and is neither the department itself nor below it. */
export function requireParent(tree: Tree, parentId: number | null, department?: Node, field = 'parentId') {
  if (parentId === null) return;
  if (!tree.some((one) => one.departmentId === parentId))
    throw notPossible('This department no longer exists. Choose another one.', {
      [field]: 'does not exist',
    });
  if (department && parentId === department.departmentId)
    throw notPossible('A department cannot be moved into itself. Choose another one.', {
      [field]: 'is the same department',
    });
  if (department && isWithin(tree, parentId, department.departmentId))
    throw notPossible(`This department is below ${department.name}. Choose another one.`, {
      [field]: 'is below this department',
    });
}

/** `moved` is a department with its descendants, or a number of levels. */
export function requireDepth(tree: Tree, parentId: number | null, moved: Node | number, field = 'parentId') {
  const levels = typeof moved === 'number' ? moved : levelsFrom(tree, moved.departmentId);
  if (pathTo(tree, parentId).length + levels > DEPARTMENT_MAX_DEPTH)
    throw notPossible(
      `Departments can have at most ${DEPARTMENT_MAX_DEPTH} levels. Choose a department higher up.`,
      {
        [field]: `would need more than ${DEPARTMENT_MAX_DEPTH} levels`,
      },
    );
}

/** Departments with the same parent must have different names, ignoring case. */
export function requireFreeName(
  tree: Tree,
  { name, parentId, departmentId }: Pick<Node, 'name' | 'parentId'> & { departmentId?: number },
  field = 'name',
) {
  const taken = tree.find(
    (one) =>
      one.departmentId !== departmentId &&
      one.parentId === parentId &&
      one.name.toLowerCase() === name.toLowerCase(),
  );
  if (!taken) return;
  const isNew = departmentId === undefined;
  const used = isNew
    ? 'is used by another department here'
    : 'is used by another department here. You can merge the two.';
  throw notPossible(
    `There is already a department named ${taken.name} here. Choose another name${isNew ? '' : ' or merge the two'}.`,
    { [field]: field === 'name' ? used : `contains a department named ${taken.name}` },
  );
}

export async function requireHead(tx: TenantTransaction, headId: number) {
  const [head] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, headId), ne(users.status, 'deactivated')));
  if (!head)
    throw notPossible(
      'This person cannot lead a department because the account is not active. Choose another person.',
      {
        headId: 'is not active',
      },
    );
}
