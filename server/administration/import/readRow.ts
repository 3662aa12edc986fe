import type * as z from 'zod/mini';
import { type ImportField, importFields, requiredImportFields } from '#contract/administration/import.ts';
import { NAME_MAX_LENGTH, TITLE_MAX_LENGTH } from '#contract/limits.ts';
import { timeZone } from '#contract/profile.ts';
import { emailAddress, singleLineText } from '#contract/text.ts';
import { isFormula } from './csvFile.ts';

/** The values of a row. A field without a column or with an empty cell is undefined and stays unchanged. */
export interface RowValues {
  emailAddress: string;
  /** A new person has both names. */
  firstName?: string;
  lastName?: string;
  title?: string;
  /** Names of the departments, from the top. */
  department?: string[];
  /** Email address. */
  manager?: string;
  timeZone?: string;
  isAdmin?: boolean;
}
export interface Problem {
  field: ImportField | null;
  reason: string;
  advice: string;
}

const name = singleLineText(NAME_MAX_LENGTH);
const texts: Partial<Record<ImportField, z.ZodMiniType<string>>> = {
  firstName: name,
  lastName: name,
  title: singleLineText(TITLE_MAX_LENGTH),
  department: singleLineText(1_000),
  timeZone,
};
const labels: Record<ImportField, string> = {
  emailAddress: 'email address',
  firstName: 'first name',
  lastName: 'last name',
  title: 'job title',
  department: 'department',
  manager: 'manager',
  timeZone: 'time zone',
  isAdmin: 'administrator',
};
const YES = new Set(['yes', 'y', 'true', '1', 'x']);
const NO = new Set(['no', 'n', 'false', '0']);

/** Checking an unknown time zone is slow. */
const zones = new Set(Intl.supportedValuesOf('timeZone'));

const requiredForNew: ReadonlySet<ImportField> = new Set(requiredImportFields);
const isEmail = (text: string) => emailAddress.safeParse(text);
const problem = (field: ImportField, reason: string, advice: string): Problem => ({ field, reason, advice });

/**
 * The values of the cells, and all errors in them. A cell with an error has no value. Only a new person needs names:
 * `isKnown` tells that the address belongs to someone.
 */
export function readRow(
  cells: readonly string[],
  mapping: readonly (ImportField | null)[],
  isKnown: boolean,
): { values: RowValues; problems: Problem[] } {
  const given: Partial<Record<ImportField, string>> = {};
  for (const [index, field] of mapping.entries()) {
    const cell = cells[index]?.replace(/\s+/g, ' '); // a cell can have several lines, a name cannot
    if (field && cell) given[field] = cell;
  }
  const problems = importFields.flatMap((field) => {
    const cell = given[field];
    if (cell !== undefined) {
      const found = checkCell(field, cell);
      if (found) delete given[field];
      return found ?? [];
    }
    return requiredForNew.has(field) && !isKnown
      ? problem(field, `The ${labels[field]} is missing.`, `Fill in the ${labels[field]}.`)
      : [];
  });
  const { emailAddress = '', department, manager, isAdmin, ...rest } = given;
  const values = {
    ...rest,
    emailAddress: emailAddress.toLowerCase(),
    ...(department && { department: pathOf(department) }),
    ...(manager && { manager: manager.toLowerCase() }),
    ...(isAdmin && { isAdmin: YES.has(isAdmin.toLowerCase()) }),
  };
  return { values, problems };
}

function checkCell(field: ImportField, cell: string): Problem | null {
  const short = cell.length > 60 ? `${cell.slice(0, 59)}…` : cell;
  if (isFormula(cell))
    return problem(
      field,
      `“${short}” starts with a character that makes it a formula in spreadsheets.`,
      'Write the value as text.',
    );
  if (field === 'emailAddress' || field === 'manager')
    return isEmail(cell).success
      ? null
      : problem(field, `“${short}” is not an email address.`, 'Write one address, such as name@company.com.');
  if (field === 'isAdmin')
    return YES.has(cell.toLowerCase()) || NO.has(cell.toLowerCase())
      ? null
      : problem(field, `“${short}” is neither yes nor no.`, 'Write yes or no.');
  if (field === 'department') {
    const tooLong = pathOf(cell).find((part) => part.length > NAME_MAX_LENGTH);
    if (tooLong !== undefined || pathOf(cell).length === 0)
      return problem(field, `“${short}” is not a department.`, 'Write the path, such as Sales / EMEA.');
  }
  if (field === 'timeZone' && zones.has(cell)) return null;
  const checked = texts[field]?.safeParse(cell);
  if (!checked || checked.success) return null;
  const message = checked.error.issues[0]?.message ?? 'is not valid';
  return problem(field, `The ${labels[field]} ${message}.`, `Correct the ${labels[field]}.`);
}

/** "Sales / EMEA" and "Sales > EMEA": departments from the top. */
const pathOf = (text: string) =>
  text
    .split(/[/>]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
