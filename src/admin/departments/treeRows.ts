import type { Department } from '#contract/administration/departments.ts';
import { foldText } from '#contract/foldText.ts';

export interface TreeRow extends Department {
  /** False for an ancestor that is shown only because a department below it matches the search. */
  isMatch: boolean;
  /** Level, starting with 1 at the top. */
  level: number;
  /** Its ancestors, from the top. */
  above: readonly Department[];
  hasChildren: boolean;
  isOpen: boolean;
  /** Number of departments below it, on all levels. */
  below: number;
  /** Position among its siblings, starting with 1. */
  position: number;
  neighbours: number;
  /** For each ancestor except the top one: whether its line continues to a later sibling. */
  lines: readonly boolean[];
}

/** Whether the department has no active people and no departments below it. Invited people are not counted. */
export const isEmptyDepartment = (all: readonly Department[], { departmentId, total }: Department) =>
  total === 0 && !all.some(({ parentId }) => parentId === departmentId);

/** The rows of the tree in the order on screen. With a search: only matches and their ancestors. */
export function treeRows(
  all: readonly Department[],
  isOpen: (departmentId: number) => boolean = () => true,
  search = '',
): TreeRow[] {
  const matches = search === '' ? all : all.filter(isMatchFor(search));
  const matchIds = new Set(matches.map(({ departmentId }) => departmentId));
  const shown = search === '' ? null : withAbove(all, matches);
  const children = new Map<number | null, Department[]>();
  for (const one of all) {
    if (shown && !shown.has(one.departmentId)) continue;
    const neighbours = children.get(one.parentId);
    if (neighbours) neighbours.push(one);
    else children.set(one.parentId, [one]);
  }
  const countBelow = (id: number): number =>
    (children.get(id) ?? []).reduce((sum, one) => sum + 1 + countBelow(one.departmentId), 0);
  const rows: TreeRow[] = [];
  const add = (parentId: number | null, above: readonly Department[], lines: readonly boolean[]) => {
    const neighbours = children.get(parentId) ?? [];
    neighbours.forEach((department, index) => {
      const { departmentId } = department;
      const hasChildren = children.has(departmentId);
      const isExpanded = hasChildren && (shown !== null || isOpen(departmentId));
      const isLast = index === neighbours.length - 1;
      rows.push({
        ...department,
        isMatch: matchIds.has(departmentId),
        level: above.length + 1,
        above,
        hasChildren,
        isOpen: isExpanded,
        below: countBelow(departmentId),
        position: index + 1,
        neighbours: neighbours.length,
        lines,
      });
      if (isExpanded)
        add(departmentId, [...above, department], above.length === 0 ? [] : [...lines, !isLast]);
    });
  };
  add(null, [], []);
  return rows;
}

/** Whether a word of the name starts with the text. */
function isMatchFor(search: string) {
  const text = foldText(search);
  return ({ name }: Department) => {
    const folded = foldText(name);
    return folded.startsWith(text) || folded.includes(` ${text}`);
  };
}

/** The ids of departments and of their ancestors. */
function withAbove(all: readonly Department[], matches: readonly Department[]): Set<number> {
  const byId = new Map(all.map((one) => [one.departmentId, one]));
  const shown = new Set<number>();
  for (const one of matches)
    for (
      let current: Department | undefined = one;
      current && !shown.has(current.departmentId);
      current = current.parentId === null ? undefined : byId.get(current.parentId)
    )
      shown.add(current.departmentId);
  return shown;
}
