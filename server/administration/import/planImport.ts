import { setImmediate as pause } from 'node:timers/promises';
import { type ImportField, type ImportFound, importFields } from '#contract/administration/import.ts';
import type { CsvRow } from './csvFile.ts';
import { placeDepartments } from './departmentPaths.ts';
import { type Problem, type RowValues, readRow } from './readRow.ts';
import { findCircles, levelsOf } from './reportingLines.ts';
import type { KnownPerson, World } from './world.ts';

/** Number of rows that are examined before other work of the server runs. */
const CHUNK = 500;

/** A row that can be applied. `departmentKey` is set for a department that does not exist yet. */
export interface AppliedRow {
  line: number;
  values: RowValues;
  known: KnownPerson | null;
  departmentKey: string | null;
  departmentId: number | null;
}
export interface Change {
  field: ImportField;
  before: string;
  after: string;
}
export interface ImportPlan {
  /** Lists in which managers come before their reports. Each list can be created in one statement. */
  creates: AppliedRow[][];
  updates: (AppliedRow & { changes: Change[] })[];
  unchanged: number;
  problems: { line: number; outcome: 'skip' | 'error'; problems: Problem[] }[];
  /** Paths of departments that do not exist yet, parents first. */
  departments: string[][];
}

interface RefusedRow {
  row: AppliedRow;
  problem: Problem;
}

export interface ImportChoices {
  mapping: readonly (ImportField | null)[];
  createsDepartments: boolean;
}

/** Plans an import without reading from or writing to the database, so that check and import have the same result. */
export async function planImport(
  rows: readonly CsvRow[],
  world: World,
  { mapping, createsDepartments }: ImportChoices,
): Promise<ImportPlan> {
  const problems: ImportPlan['problems'] = [];
  const valid = new Map<string, AppliedRow>();
  const refuse = (line: number, found: Problem[], outcome: 'skip' | 'error' = 'error') =>
    problems.push({ line, outcome, problems: found });
  const drop = (refused: readonly RefusedRow[]) => {
    for (const [{ line, values }, found] of Map.groupBy(refused, ({ row }) => row)) {
      valid.delete(values.emailAddress);
      refuse(
        line,
        found.map(({ problem }) => problem),
      );
    }
  };

  const linesOf = new Map<string, number[]>();
  const read: { line: number; email: string; values: RowValues; problems: Problem[] }[] = [];
  for (const [index, { line, cells }] of rows.entries()) {
    if (index % CHUNK === 0) await pause();
    const email = cells[mapping.indexOf('emailAddress')]?.toLowerCase() ?? '';
    linesOf.set(email, [...(linesOf.get(email) ?? []), line]);
    read.push({ line, email, ...readRow(cells, mapping, world.people.has(email)) });
  }
  await pause();
  /** Rows with an error in a cell. Their departments and managers are checked as well, to list all errors at once. */
  const faulty = new Map<AppliedRow, Problem[]>();
  for (const { line, email, values, problems: found } of read) {
    const known = world.people.get(email) ?? null;
    const row = { line, values, known, departmentKey: null, departmentId: null };
    // An address with an error is no key for other checks.
    if (!found.some(({ field }) => field === 'emailAddress'))
      found.unshift(...findAddressProblems(email, known, linesOf.get(email) ?? [], world));
    if (found.length > 0) faulty.set(row, found);
    else if (known?.status === 'deactivated') refuse(line, [IS_DEACTIVATED], 'skip');
    else valid.set(values.emailAddress, row);
  }

  const placed = placeDepartments([...valid.values()], world.departments, createsDepartments);
  const faultyRows = [...faulty.keys()];
  for (const { row, problem } of [
    ...placeDepartments(faultyRows, world.departments, createsDepartments).problems,
    ...findImpossibleManagers(faultyRows, valid, world, linesOf),
  ])
    faulty.get(row)?.push(problem);
  for (const [{ line }, found] of faulty) refuse(line, found);
  drop([...placed.problems, ...findImpossibleManagers(valid.values(), valid, world, linesOf)]);
  // A refused row leaves its person unchanged, which can make other rows impossible.
  for (let isStable = false; !isStable; ) {
    await pause();
    const refused = [
      ...findImpossibleManagers(valid.values(), valid, world, linesOf),
      ...findCircles(valid, world),
    ];
    drop(refused);
    isStable = refused.length === 0;
  }
  drop(
    [...valid.values()]
      .filter(({ known, values }) => known?.id === world.emergencyAdminId && values.isAdmin === false)
      .map((row) => ({ row, problem: EMERGENCY_ADMIN })),
  );
  drop(findLastAdmins(valid, world).map((row) => ({ row, problem: LAST_ADMIN })));

  const creates = [...valid.values()].filter(({ known }) => known === null);
  const updates: ImportPlan['updates'] = [];
  let unchanged = 0;
  for (const row of valid.values()) {
    if (!row.known) continue;
    const changes = changesOf(row, row.known, world);
    if (changes.length > 0) updates.push({ ...row, changes });
    else unchanged += 1;
  }
  const used = new Set(creates.concat(updates).map(({ departmentKey }) => departmentKey));
  return {
    creates: levelsOf(creates),
    updates,
    unchanged,
    problems: problems.sort((a, b) => a.line - b.line),
    departments: placed.missing.filter((path) =>
      [...used].some((key) => key !== null && `${key}/`.startsWith(`${path.join('/').toLowerCase()}/`)),
    ),
  };
}

export const foundOf = (plan: ImportPlan): ImportFound => ({
  create: plan.creates.flat().length,
  update: plan.updates.length,
  unchanged: plan.unchanged,
  skip: plan.problems.filter(({ outcome }) => outcome === 'skip').length,
  error: plan.problems.filter(({ outcome }) => outcome === 'error').length,
  values: plan.updates.reduce((sum, { changes }) => sum + changes.length, 0),
  departments: plan.departments.length,
});

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1);

const listLines = (lines: readonly number[]) => lines.map((line) => line.toLocaleString('en-US')).join(', ');
const isTwice = (email: string, lines: number[]): Problem => ({
  field: 'emailAddress',
  reason: `The address ${email} is on ${lines.length} lines: ${listLines(lines)}.`,
  advice: 'Keep one of the lines.',
});
/** Another row with this address, or an address outside of the domains. */
function findAddressProblems(
  email: string,
  known: KnownPerson | null,
  lines: number[],
  { domains }: World,
): Problem[] {
  if (lines.length > 1) return [isTwice(email, lines)];
  return known || domains.has(domainOf(email)) ? [] : [isForeign([...domains])];
}
const IS_DEACTIVATED: Problem = {
  field: 'emailAddress',
  reason: 'The account of this person is deactivated.',
  advice: 'Reactivate the person first if the row is right.',
};
const isForeign = (domains: string[]): Problem => ({
  field: 'emailAddress',
  reason: 'The address is not at a domain of your organisation.',
  advice: `Use an address at ${domains.join(' or ')}.`,
});
const LAST_ADMIN: Problem = {
  field: 'isAdmin',
  reason: 'The organisation would have no active administrator.',
  advice: 'Make another active person an administrator first.',
};
const EMERGENCY_ADMIN: Problem = {
  field: 'isAdmin',
  reason: 'This is the emergency administrator of single sign-on.',
  advice: 'Choose another one in the sign-on settings first.',
};

/** Managers without an account, with a deactivated account, or with a row that cannot be imported. */
function* findImpossibleManagers(
  rows: Iterable<AppliedRow>,
  valid: ReadonlyMap<string, AppliedRow>,
  { people }: World,
  linesOf: ReadonlyMap<string, number[]>,
) {
  for (const row of rows) {
    const { manager, emailAddress } = row.values;
    if (manager === undefined) continue;
    const known = people.get(manager);
    if (manager === emailAddress)
      yield { row, problem: manages('People cannot be their own manager.', 'Enter another address.') };
    else if (known?.status === 'deactivated')
      yield { row, problem: manages(`The account of ${manager} is deactivated.`, 'Choose another manager.') };
    else if (!known && !valid.has(manager)) {
      const lines = linesOf.get(manager);
      yield {
        row,
        problem: lines
          ? manages(`The manager ${manager} cannot be imported.`, `Correct line ${listLines(lines)} first.`)
          : manages(
              `No person has the address ${manager}.`,
              'Check the spelling, or add a row for this person.',
            ),
      };
    }
  }
}
const manages = (reason: string, advice: string): Problem => ({ field: 'manager', reason, advice });

/** The rows that remove the right of the last active administrators; none if an administrator remains. */
function findLastAdmins(valid: ReadonlyMap<string, AppliedRow>, { activeAdmins }: World): AppliedRow[] {
  const demoted = [...valid.values()].filter(
    ({ known, values }) => known?.isAdmin && known.status === 'active' && values.isAdmin === false,
  );
  const promoted = [...valid.values()].some(
    ({ known, values }) => known && !known.isAdmin && known.status === 'active' && values.isAdmin,
  );
  return promoted || demoted.length < activeAdmins ? [] : demoted;
}

function changesOf(row: AppliedRow, known: KnownPerson, { people, emails, pathOf }: World): Change[] {
  const { values, departmentId, departmentKey } = row;
  const changes: Change[] = [];
  for (const field of ['firstName', 'lastName', 'title', 'timeZone'] as const) {
    const after = values[field];
    if (after !== undefined && after !== known[field])
      changes.push({ field, before: known[field] ?? '', after });
  }
  if (values.department && (departmentKey !== null || departmentId !== known.departmentId))
    changes.push({
      field: 'department',
      before: pathOf(known.departmentId),
      after: departmentId === null ? values.department.join(' / ') : pathOf(departmentId),
    });
  if (values.manager !== undefined && people.get(values.manager)?.id !== (known.managerId ?? undefined))
    changes.push({
      field: 'manager',
      before: (known.managerId !== null && emails.get(known.managerId)) || '',
      after: values.manager,
    });
  if (values.isAdmin !== undefined && values.isAdmin !== known.isAdmin)
    changes.push({
      field: 'isAdmin',
      before: known.isAdmin ? 'Yes' : 'No',
      after: values.isAdmin ? 'Yes' : 'No',
    });
  return changes;
}

export const choicesOf = ({
  mapping,
  createsDepartments,
}: {
  mapping: (string | null)[] | null;
  createsDepartments: boolean;
}): ImportChoices => ({
  mapping: (mapping ?? []).map((field) => importFields.find((one) => one === field) ?? null),
  createsDepartments,
});
