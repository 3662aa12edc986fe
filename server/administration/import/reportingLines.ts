import type { AppliedRow } from './planImport.ts';
import type { Problem } from './readRow.ts';
import type { World } from './world.ts';

/** Names are shown for cycles with up to this number of people. */
const MAX_NAMES = 5;

/** Rows that would make people report to themselves through other people, with the names in the cycle. */
export function findCircles(
  valid: ReadonlyMap<string, AppliedRow>,
  { people, emails }: World,
): { row: AppliedRow; problem: Problem }[] {
  const managerOf = (email: string): string | undefined => {
    const planned = valid.get(email)?.values.manager;
    if (planned !== undefined) return planned;
    const managerId = people.get(email)?.managerId;
    return managerId == null ? undefined : emails.get(managerId);
  };
  const nameOf = (email: string) => {
    const { firstName, lastName } = { ...people.get(email), ...valid.get(email)?.values };
    return firstName === undefined ? email : `${firstName} ${lastName}`;
  };
  const done = new Set<string>();
  const found: { row: AppliedRow; problem: Problem }[] = [];
  for (const start of valid.keys()) {
    const path: string[] = [];
    const onPath = new Set<string>();
    let current: string | undefined = start;
    while (current !== undefined && !done.has(current) && !onPath.has(current)) {
      path.push(current);
      onPath.add(current);
      current = managerOf(current);
    }
    for (const email of path) done.add(email);
    if (current === undefined || !onPath.has(current)) continue;
    const circle = path.slice(path.indexOf(current));
    const rows = circle
      .map((email) => valid.get(email))
      .filter((row): row is AppliedRow => row?.values.manager !== undefined);
    const lines = rows.map(({ line }) => line.toLocaleString('en-US'));
    const names = circle.map(nameOf);
    const shown = names.length > MAX_NAMES ? [...names.slice(0, MAX_NAMES), '…'] : [...names, names[0]];
    for (const row of rows)
      found.push({
        row,
        problem: {
          field: 'manager',
          reason: `Reporting in a circle: ${shown.join(', ')}.`,
          advice: `Change the manager on line ${lines.join(' or ')}.`,
        },
      });
  }
  return found;
}

/** Lists of new people. Each list comes after the list that contains the managers of its people. */
export function levelsOf(creates: readonly AppliedRow[]): AppliedRow[][] {
  const byEmail = new Map(creates.map((row) => [row.values.emailAddress, row]));
  const levels = new Map<AppliedRow, number>();
  for (const row of creates) {
    const path: AppliedRow[] = [];
    let current: AppliedRow | undefined = row;
    while (current && !levels.has(current)) {
      path.push(current);
      current = current.values.manager === undefined ? undefined : byEmail.get(current.values.manager);
    }
    let level = current ? (levels.get(current) ?? 0) : -1;
    for (const one of path.reverse()) levels.set(one, ++level);
  }
  const lists = Map.groupBy(creates, (row) => levels.get(row) ?? 0);
  return [...lists].sort(([a], [b]) => a - b).map(([, rows]) => rows);
}
