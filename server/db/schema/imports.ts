import { failedSteps, importStates } from '#contract/administration/import.ts';
import { boolean, integer, pgTable, primaryKey, text } from '#server/db/drizzle.ts';
import { instant, tenantId } from './columns.ts';

export const peopleImports = pgTable(
  'people_imports',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    createdBy: integer('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    fileName: text('file_name').notNull(),
    fileBytes: integer('file_bytes').notNull(),
    encoding: text('encoding').notNull(),
    delimiter: text('delimiter').notNull(),
    header: text('header').array().notNull(),
    rowCount: integer('row_count').notNull(),
    state: text('state', { enum: ['uploading', ...importStates] }).notNull(),
    mapping: text('mapping').array(),
    createsDepartments: boolean('creates_departments').notNull().default(true),
    sendsInvitations: boolean('sends_invitations').notNull().default(false),
    found: text('found'),
    created: integer('created').notNull().default(0),
    updated: integer('updated').notNull().default(0),
    refused: integer('refused').notNull().default(0),
    departmentsCreated: integer('departments_created').notNull().default(0),
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
    revertedBy: integer('reverted_by'),
    failedStep: text('failed_step', { enum: failedSteps }),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

export const peopleImportRows = pgTable(
  'people_import_rows',
  {
    tenantId: tenantId(),
    importId: text('import_id').notNull(),
    line: integer('line').notNull(),
    cells: text('cells').array().notNull(),
    outcome: text('outcome', { enum: ['update', 'skip', 'error'] }),
    details: text('details'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.importId, table.line] })],
);

export const peopleImportChanges = pgTable(
  'people_import_changes',
  {
    tenantId: tenantId(),
    importId: text('import_id').notNull(),
    userId: integer('user_id').notNull(),
    isNew: boolean('is_new').notNull(),
    beforeValues: text('before_values').notNull(),
    afterValues: text('after_values').notNull(),
    isReverted: boolean('is_reverted'),
    problem: text('problem'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.importId, table.userId] })],
);
