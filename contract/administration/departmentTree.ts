/** Computations on the tree of departments for client and server, so that a dialog disables what the server refuses. */

interface Node {
  departmentId: number;
  parentId: number | null;
}

/** The department and its ancestors, from the top. */
export function pathTo<T extends Node>(all: readonly T[], departmentId: number | null): T[] {
  const byId = new Map(all.map((one) => [one.departmentId, one]));
  const path: T[] = [];
  let current = departmentId === null ? undefined : byId.get(departmentId);
  while (current && !path.includes(current)) {
    path.unshift(current);
    current = current.parentId === null ? undefined : byId.get(current.parentId);
  }
  return path;
}

/** True for the department itself and its descendants. */
export const isWithin = (all: readonly Node[], departmentId: number, topId: number) =>
  pathTo(all, departmentId).some((one) => one.departmentId === topId);

/** Number of levels below and including a department: 1 if it has no departments below it. */
export function levelsFrom(all: readonly Node[], departmentId: number): number {
  const below = all.filter(({ parentId }) => parentId === departmentId);
  return 1 + Math.max(0, ...below.map((one) => levelsFrom(all, one.departmentId)));
}
