import type { Pool } from 'pg';
import {
  failedSteps,
  type ImportField,
  type ImportFound,
  type ImportRow,
  type ImportRows,
  type ImportRowsQuery,
  type ImportState,
  importFields,
  importFoundSchema,
  type PeopleImport,
  REVERT_MS,
} from '#contract/administration/import.ts';
import { type CleanUp, deleteInBatches } from '#server/db/cleanUp.ts';
import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  lt,
  type NodePgDatabase,
  ne,
  notInArray,
  sql,
} from '#server/db/drizzle.ts';
import { peopleImports as imports, peopleImportRows as rows } from '#server/db/schema/imports.ts';
import { asMaintenance, readTenant, type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import type { CsvRow } from './csvFile.ts';
import type { ImportPlan } from './planImport.ts';
import type { Problem } from './readRow.ts';
import { suggestField } from './suggestField.ts';

export type StoredImport = typeof imports.$inferSelect;

const SAMPLES = 3;
const SAMPLE_ROWS = 20;
const PAGE = 50;
/** Number of rows written or read per statement. */
export const BATCH = 500;
const RETENTION_MS = 30 * 24 * 60 * 60_000;
/** Longer than an import can run or be reverted. */
const CHANGES_RETENTION_MS = 2 * REVERT_MS;

const isRowOf = (importId: string) => eq(rows.importId, importId);

export async function readImport(tx: TenantTransaction, importId: string): Promise<StoredImport> {
  const [found] = await tx
    .select()
    .from(imports)
    .where(and(eq(imports.id, importId), ne(imports.state, 'uploading')));
  if (!found) throw notFound();
  return found;
}

/** Locked until the end of the transaction, so that a cancelled import writes nothing more. */
export async function lockImport(tx: TenantTransaction, importId: string): Promise<StoredImport> {
  await tx.execute(sql`select from ${imports} where ${imports.id} = ${importId} for update`);
  return readImport(tx, importId);
}

export const changeImport = (tx: TenantTransaction, importId: string, values: Partial<StoredImport>) =>
  tx.update(imports).set(values).where(eq(imports.id, importId));

export async function findNewestImport(tx: TenantTransaction): Promise<StoredImport | null> {
  const [found] = await tx
    .select()
    .from(imports)
    .where(ne(imports.state, 'uploading'))
    .orderBy(desc(imports.createdAt))
    .limit(1);
  return found ?? null;
}

/** An organisation runs one import at a time. Returns whether no other one is running. */
export async function mayRun(tx: TenantTransaction, importId: string): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('people import'), ${tx.tenantId})`);
  const others = await tx
    .select({ id: imports.id })
    .from(imports)
    .where(and(inArray(imports.state, RUNNING), ne(imports.id, importId)));
  return others.length === 0;
}
/** Only the newest file can be checked and imported. */
export const mayStart = async (tx: TenantTransaction, importId: string): Promise<boolean> =>
  (await mayRun(tx, importId)) && (await findNewestImport(tx))?.id === importId;
export const RUNNING: StoredImport['state'][] = [...failedSteps];
/** An import that was cancelled or failed can be checked again, before it is continued or reverted. */
export const REVERTIBLE: ImportState[] = ['uploaded', 'checked', 'done', 'cancelled', 'failed'];

/** When the revert closes; null if the import cannot be reverted. */
export function revertUntilOf({ state, created, updated, endedAt }: StoredImport, now: Date): Date | null {
  if (!endedAt || !REVERTIBLE.some((one) => one === state) || created + updated === 0) return null;
  const until = new Date(endedAt.getTime() + REVERT_MS);
  return until > now ? until : null;
}

/**
 * Stores the rows of a file in small transactions, and then makes the import visible. Rows of earlier imports are
 * deleted.
 */
export async function storeImport(
  pool: Pool,
  tenantId: number,
  created: Omit<typeof imports.$inferInsert, 'tenantId' | 'state' | 'rowCount'>,
  data: readonly CsvRow[],
) {
  await withTenant(pool, tenantId, (tx) =>
    tx.insert(imports).values({ ...created, tenantId, state: 'uploading', rowCount: data.length }),
  );
  for (let at = 0; at < data.length; at += BATCH)
    await withTenant(pool, tenantId, (tx) =>
      tx
        .insert(rows)
        .values(data.slice(at, at + BATCH).map((row) => ({ ...row, tenantId, importId: created.id }))),
    );
  await withTenant(pool, tenantId, (tx) => changeImport(tx, created.id, { state: 'uploaded' }));
  await deleteInBatches(
    (limit) =>
      withTenant(pool, tenantId, (tx) => {
        const old = tx
          .select({ place: sql`ctid` })
          .from(rows)
          .where(
            and(
              ne(rows.importId, created.id),
              inArray(
                rows.importId,
                tx
                  .select({ id: imports.id })
                  .from(imports)
                  .where(
                    and(
                      // Another administrator may have uploaded a newer file at the same time.
                      lt(imports.createdAt, created.createdAt),
                      notInArray(imports.state, ['uploading', ...RUNNING]),
                    ),
                  ),
              ),
            ),
          )
          .limit(limit);
        return tx.delete(rows).where(inArray(sql`ctid`, old));
      }),
    { limit: BATCH * 2 },
  );
}

/** Rows of old imports and the values that they changed. The rows contain names and addresses. */
export const importCleanUp = (pool: Pool, now: () => Date): CleanUp => ({
  what: 'rows of imports',
  async deleteOld(isStopped) {
    for (const deleteBatch of [deleteOldChanges, deleteOldRows])
      await deleteInBatches((limit) => asMaintenance(pool, (tx) => deleteBatch(tx, now(), limit)), {
        isStopped,
      });
  },
});
const deleteOldChanges = (tx: NodePgDatabase, now: Date, limit: number) =>
  tx.execute(sql`
    delete from people_import_changes where (tenant_id, import_id, user_id) in (
      select c.tenant_id, c.import_id, c.user_id from people_import_changes as c
      join people_imports as i on i.tenant_id = c.tenant_id and i.id = c.import_id
      where i.started_at < ${new Date(now.getTime() - CHANGES_RETENTION_MS).toISOString()}::timestamptz limit ${limit})`);
const deleteOldRows = (tx: NodePgDatabase, now: Date, limit: number) =>
  tx.execute(sql`
    delete from people_import_rows where (tenant_id, import_id, line) in (
      select r.tenant_id, r.import_id, r.line from people_import_rows as r
      join people_imports as i on i.tenant_id = r.tenant_id and i.id = r.import_id
      where i.created_at < ${new Date(now.getTime() - RETENTION_MS).toISOString()}::timestamptz limit ${limit})`);

export async function readAllRows(pool: Pool, tenantId: number, importId: string): Promise<CsvRow[]> {
  const all: CsvRow[] = [];
  for (let isLast = false; !isLast; ) {
    const page = await readTenant(pool, tenantId, (tx) =>
      tx
        .select({ line: rows.line, cells: rows.cells })
        .from(rows)
        .where(and(isRowOf(importId), gt(rows.line, all.at(-1)?.line ?? 0)))
        .orderBy(asc(rows.line))
        .limit(BATCH * 2),
    );
    all.push(...page);
    isLast = page.length < BATCH * 2;
  }
  return all;
}

interface Details {
  /** Missing in checks from before an upgrade, which have `problem`. */
  problems?: Problem[];
  problem?: Problem | null;
  changes: ImportRow['changes'];
}

function readDetails(details: string | null) {
  const { problems, problem, changes } = JSON.parse(details ?? '{}') as Details;
  return { problems: problems ?? (problem ? [problem] : []), changes };
}

/** Stores the results of a check, in small transactions. */
export async function storeOutcomes(pool: Pool, tenantId: number, importId: string, plan: ImportPlan) {
  await deleteInBatches(
    (limit) =>
      withTenant(pool, tenantId, (tx) => {
        const stale = tx
          .select({ line: rows.line })
          .from(rows)
          .where(and(isRowOf(importId), isNotNull(rows.outcome)))
          .limit(limit);
        return tx
          .update(rows)
          .set({ outcome: null, details: null })
          .where(and(isRowOf(importId), inArray(rows.line, stale)));
      }),
    { limit: BATCH },
  );
  const outcomes = [
    ...plan.problems.map((row) => ({ ...row, changes: [] as Change[] })),
    ...plan.updates.map(({ line, changes }) => ({ line, outcome: 'update', problems: [], changes })),
  ].map(({ line, outcome, ...details }) => ({ line, outcome, details: JSON.stringify(details) }));
  for (let at = 0; at < outcomes.length; at += BATCH)
    await withTenant(pool, tenantId, (tx) =>
      tx.execute(sql`
        update people_import_rows as r set outcome = x.outcome, details = x.details
        from json_to_recordset(${JSON.stringify(outcomes.slice(at, at + BATCH))}::json) as x(line int, outcome text, details text)
        where r.import_id = ${importId} and r.line = x.line`),
    );
}
type Change = ImportRow['changes'][number];

/** A page of the rows with an outcome. */
export async function readOutcomes(
  tx: TenantTransaction,
  { id, header, mapping }: StoredImport,
  { outcome, after }: ImportRowsQuery,
): Promise<ImportRows> {
  const found = await tx
    .select()
    .from(rows)
    .where(and(isRowOf(id), eq(rows.outcome, outcome), gt(rows.line, Number(after ?? 0))))
    .orderBy(asc(rows.line))
    .limit(PAGE + 1);
  const page = found.slice(0, PAGE);
  const cellOf = (cells: string[], field: ImportField) => cells[mapping?.indexOf(field) ?? -1] ?? '';
  return {
    data: page.map(({ line, cells, details }) => {
      const { problems, changes } = readDetails(details);
      const name = `${cellOf(cells, 'firstName')} ${cellOf(cells, 'lastName')}`.trim();
      return {
        line,
        person: name || cellOf(cells, 'emailAddress'),
        problems: problems.map(({ field, reason, advice }) => ({
          column: (field && header[mapping?.indexOf(field) ?? -1]) ?? '',
          reason,
          advice,
        })),
        changes,
      };
    }),
    next: found.length > PAGE ? String(page.at(-1)?.line) : null,
  };
}

/** The cells and the reasons of rows with errors, in pages. */
export const readFaultyRows = (tx: TenantTransaction, importId: string, after: number) =>
  tx
    .select({ line: rows.line, cells: rows.cells, details: rows.details })
    .from(rows)
    .where(and(isRowOf(importId), eq(rows.outcome, 'error'), gt(rows.line, after)))
    .orderBy(asc(rows.line))
    .limit(BATCH);
export const reasonOf = (details: string | null) =>
  readDetails(details)
    .problems.map(({ reason, advice }) => `${reason} ${advice}`)
    .join(' ');

type Applied = PeopleImport['applied'];

export const appliedOf = ({ created, updated, refused, departmentsCreated }: StoredImport): Applied => ({
  created,
  updated,
  refused,
  departments: departmentsCreated,
});

/** The result of a check is stored with what earlier runs had applied, because it counts only the remaining rows. */
export const withAppliedEarlier = (found: ImportFound, stored: StoredImport): string =>
  JSON.stringify({ ...found, appliedEarlier: appliedOf(stored) });

/** Nothing if the check is from before an upgrade. */
export const appliedEarlierOf = ({ found }: Pick<StoredImport, 'found'>): Applied => ({
  created: 0,
  updated: 0,
  refused: 0,
  departments: 0,
  ...(JSON.parse(found ?? '{}') as { appliedEarlier?: Applied }).appliedEarlier,
});

export async function presentImport(
  tx: TenantTransaction,
  found: StoredImport,
  now: Date,
): Promise<PeopleImport> {
  const samples = await tx
    .select({ cells: rows.cells })
    .from(rows)
    .where(isRowOf(found.id))
    .orderBy(asc(rows.line))
    .limit(SAMPLE_ROWS);
  const remembered = await readRememberedMapping(tx, found.id);
  const taken = new Set<string>();
  const columns = found.header.map((name, index) => {
    const known = remembered.get(name.toLowerCase());
    const given = found.mapping
      ? found.mapping[index]
      : (known ?? (known === null ? null : suggestField(name)));
    const field = importFields.find((one) => one === given && (found.mapping || !taken.has(one))) ?? null;
    if (field) taken.add(field);
    const values = samples.map(({ cells }) => cells[index] ?? '').filter((cell) => cell !== '');
    return {
      name,
      samples: [...new Set(values)].slice(0, SAMPLES),
      field,
      isRemembered: known !== undefined,
    };
  });
  return {
    importId: found.id,
    fileName: found.fileName,
    fileBytes: found.fileBytes,
    encoding: found.encoding,
    delimiter: found.delimiter,
    rows: found.rowCount,
    createdAt: found.createdAt.toISOString(),
    state: found.state === 'uploading' ? 'uploaded' : found.state,
    failedStep: found.state === 'failed' ? found.failedStep : null,
    columns,
    createsDepartments: found.createsDepartments,
    sendsInvitations: found.sendsInvitations,
    found: found.found === null ? null : importFoundSchema.parse(JSON.parse(found.found)),
    applied: appliedOf(found),
    appliedEarlier: appliedEarlierOf(found),
    startedAt: found.startedAt?.toISOString() ?? null,
    endedAt: found.endedAt?.toISOString() ?? null,
    revertUntil: revertUntilOf(found, now)?.toISOString() ?? null,
  };
}

/** How the organisation last matched its columns, by their names in lower case. */
async function readRememberedMapping(tx: TenantTransaction, importId: string) {
  const [last] = await tx
    .select({ header: imports.header, mapping: imports.mapping })
    .from(imports)
    .where(and(isNotNull(imports.mapping), ne(imports.id, importId)))
    .orderBy(desc(imports.createdAt))
    .limit(1);
  return new Map(
    (last?.header ?? []).map((name, index) => [name.toLowerCase(), last?.mapping?.[index] || null]),
  );
}
