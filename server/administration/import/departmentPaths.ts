import { DEPARTMENT_MAX_DEPTH } from '#contract/limits.ts';
import type { AppliedRow } from './planImport.ts';
import type { Problem } from './readRow.ts';
import type { KnownDepartment } from './world.ts';

/** Case does not matter: no two departments with the same parent have names that differ only in case. */
export const keyOf = (path: readonly string[]) => path.join('/').toLowerCase();

/**
 * Finds the department of each row by its path. A single name that is not at the top level is also found below it, if
 * only one department has it. Missing departments are listed, parents first, or are an error of the row.
 */
export function placeDepartments(
  rows: readonly AppliedRow[],
  departments: readonly KnownDepartment[],
  createsDepartments: boolean,
) {
  const byPath = new Map(departments.map((one) => [keyOf(one.path), one.id]));
  const byName = Map.groupBy(departments, ({ path }) => path.at(-1)?.toLowerCase() ?? '');
  const missing = new Map<string, string[]>();
  const problems: { row: AppliedRow; problem: Problem }[] = [];
  const isWrong = (row: AppliedRow, reason: string, advice: string) =>
    problems.push({ row, problem: { field: 'department', reason, advice } });

  for (const row of rows) {
    const path = row.values.department;
    if (!path) continue;
    const key = keyOf(path);
    const sameName = path.length === 1 ? (byName.get(key) ?? []) : [];
    const id = byPath.get(key) ?? (sameName.length === 1 ? sameName[0]?.id : undefined);
    if (id !== undefined) row.departmentId = id;
    else if (sameName.length > 1)
      isWrong(
        row,
        `${sameName.length} departments are named ${path[0]}.`,
        'Write the path, such as Sales / EMEA.',
      );
    else if (!createsDepartments)
      isWrong(
        row,
        `There is no department ${path.join(' / ')}.`,
        'Correct it, or let the import create departments.',
      );
    else if (path.length > DEPARTMENT_MAX_DEPTH)
      isWrong(
        row,
        `The path has more than ${DEPARTMENT_MAX_DEPTH} levels.`,
        'Choose a department higher up.',
      );
    else {
      row.departmentKey = key;
      for (let length = 1; length <= path.length; length++) {
        const part = path.slice(0, length);
        if (!byPath.has(keyOf(part)) && !missing.has(keyOf(part))) missing.set(keyOf(part), part);
      }
    }
  }
  return { problems, missing: [...missing.values()].sort((a, b) => a.length - b.length) };
}
