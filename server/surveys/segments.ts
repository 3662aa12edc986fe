interface DepartmentNode {
  id: number;
  parentId: number | null;
}

/**
 * The department that is stored with the answers of each department's members. A department with fewer than k asked
 * people counts as part of its parent; without a parent, none is stored.
 */
export function coarsen(
  departments: readonly DepartmentNode[],
  memberDepartments: readonly (number | null)[],
  k: number,
): Map<number, number | null> {
  const parents = new Map(departments.map(({ id, parentId }) => [id, parentId]));
  const people = new Map<number, number>();
  for (const id of memberDepartments) if (id !== null) people.set(id, (people.get(id) ?? 0) + 1);
  const depthOf = (id: number): number => {
    const parent = parents.get(id) ?? null;
    return parent === null ? 0 : 1 + depthOf(parent);
  };
  const movedTo = new Map<number, number | null>();
  const deepestFirst = [...parents.keys()].sort((a, b) => depthOf(b) - depthOf(a) || a - b);
  for (const id of deepestFirst) {
    const count = people.get(id) ?? 0;
    if (count >= k || count === 0) continue;
    const parent = parents.get(id) ?? null;
    movedTo.set(id, parent);
    if (parent !== null) people.set(parent, (people.get(parent) ?? 0) + count);
  }
  const resolve = (id: number): number | null => {
    const next = movedTo.get(id);
    if (next === undefined) return id;
    return next === null ? null : resolve(next);
  };
  return new Map([...parents.keys()].map((id) => [id, resolve(id)]));
}
