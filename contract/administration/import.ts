import * as z from 'zod/mini';
import { instant, numericId, randomId, singleLineText } from '#contract/text.ts';

/** Importing people from a CSV file, for administrators only; 404 for others. See docs/decisions/0053-people-import.md. */

export const IMPORT_MAX_BYTES = 20 * 1024 * 1024;
export const IMPORT_MAX_ROWS = 100_000;
export const IMPORT_MAX_COLUMNS = 100;
/** How long an import can be reverted after its end. */
export const REVERT_MS = 24 * 60 * 60_000;

/** The fields that a column of the file can contain. The first 3 are required. */
export const importFields = [
  'emailAddress',
  'firstName',
  'lastName',
  'title',
  'department',
  'manager',
  'timeZone',
  'isAdmin',
] as const;
export type ImportField = (typeof importFields)[number];
export const requiredImportFields = ['emailAddress', 'firstName', 'lastName'] as const;

const field = z.nullable(z.enum(importFields));
export const importStates = [
  'uploaded',
  'checking',
  'checked',
  'applying',
  'done',
  'cancelled',
  'failed',
  'reverting',
  'reverted',
] as const;
export type ImportState = (typeof importStates)[number];
/** What an import was doing when it failed. */
export const failedSteps = ['checking', 'applying', 'reverting'] as const;

const count = z.int().check(z.nonnegative());
export const importFoundSchema = z.object({
  create: count,
  update: count,
  unchanged: count,
  skip: count,
  error: count,
  /** Number of values that change. */
  values: count,
  /** Departments that the import would create. */
  departments: count,
});
export type ImportFound = z.infer<typeof importFoundSchema>;

const importAppliedSchema = z.object({ created: count, updated: count, refused: count, departments: count });

/** Response of POST /api/admin/people/import and GET …/import/{importId}. */
export const peopleImportSchema = z.object({
  importId: randomId,
  fileName: z.string(),
  fileBytes: count,
  encoding: z.string(),
  delimiter: z.string(),
  rows: count,
  createdAt: instant,
  state: z.enum(importStates),
  failedStep: z.nullable(z.enum(failedSteps)),
  /**
   * `field` is the chosen field, or a suggestion before the choice. `isRemembered` is true if the organisation matched
   * the same column earlier.
   */
  columns: z.array(
    z.object({ name: z.string(), samples: z.array(z.string()), field, isRemembered: z.boolean() }),
  ),
  createsDepartments: z.boolean(),
  sendsInvitations: z.boolean(),
  /** Null until the file has been checked. */
  found: z.nullable(importFoundSchema),
  /** What the import has applied so far. `refused` counts rows that became invalid after the check. */
  applied: importAppliedSchema,
  /** The part of it that earlier runs of the same file had applied before the last check. */
  appliedEarlier: z.optional(importAppliedSchema),
  startedAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  /** When the revert closes. Null: the import did not change anyone, has not ended, or ended too long ago. */
  revertUntil: z.nullable(instant),
});
export type PeopleImport = z.infer<typeof peopleImportSchema>;

/** GET /api/admin/people/import: the newest import, or null. */
export const currentImportSchema = z.object({ data: z.nullable(peopleImportSchema) });

export type CurrentImport = z.infer<typeof currentImportSchema>;

export const importUploadQuerySchema = z.object({ fileName: z.optional(singleLineText(200, 0)) });

/** POST …/import/{importId}/check takes the field of each column; null skips the column. Does not change anyone. */
export const importCheckSchema = z.object({
  mapping: z.array(field).check(z.maxLength(IMPORT_MAX_COLUMNS)),
  createsDepartments: z.boolean(),
});

export type ImportCheck = z.infer<typeof importCheckSchema>;

/** POST …/import/{importId}/apply. */
export const importApplySchema = z.object({ sendsInvitations: z.boolean() });

export type ImportApply = z.infer<typeof importApplySchema>;

/**
 * GET …/import/{importId}/rows: the rows with this outcome in the order of the file. Without an outcome: the rows with
 * errors.
 */
export const importRowsQuerySchema = z.object({
  outcome: z._default(z.enum(['update', 'skip', 'error']), 'error'),
  after: z.optional(z.string().check(z.regex(/^[0-9]{1,9}$/, 'is not a line'))),
});
export type ImportRowsQuery = z.infer<typeof importRowsQuerySchema>;
export const importRowSchema = z.object({
  line: z.int(),
  person: z.string(),
  /** Reason of a skipped row, or all errors that were found in the row. */
  problems: z.array(z.object({ column: z.string(), reason: z.string(), advice: z.string() })),
  /** Changed values of an existing person. */
  changes: z.array(z.object({ field: z.enum(importFields), before: z.string(), after: z.string() })),
});
export type ImportRow = z.infer<typeof importRowSchema>;
export const importRowsSchema = z.object({
  data: z.array(importRowSchema),
  /** Cursor of the next page. */
  next: z.nullable(z.string()),
});
export type ImportRows = z.infer<typeof importRowsSchema>;

/** GET …/import/{importId}/revert: what POST would do, or has done. */
export const importRevertSchema = z.object({
  /** People whom the import created and who have not accepted their invitation; they are deactivated. */
  withdrawn: count,
  /** People who get their values from before the import. */
  restored: count,
  /** People who keep at least one value from the import. */
  kept: count,
  /** The first of these people, with the reason. */
  exceptions: z.array(z.object({ userId: numericId, name: z.string(), reason: z.string() })),
});
export type ImportRevert = z.infer<typeof importRevertSchema>;
