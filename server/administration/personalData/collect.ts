import { fullName } from '#contract/people.ts';
import { asc, eq, inArray, sql } from '#server/db/drizzle.ts';
import { avatars, users } from '#server/db/schema/people.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { forPerson, personalData } from './personalDataMap.ts';

/** A row with its columns as JSON values. */
export type ExportedRow = Record<string, unknown>;
export interface ExportedTable {
  table: string;
  purpose: string;
  rows: ExportedRow[];
}

/** All rows about the person, by table. */
export async function collectRows(tx: TenantTransaction, userId: number): Promise<ExportedTable[]> {
  const tables: ExportedTable[] = [];
  for (const [table, { purpose, rows, omit = [], redact }] of Object.entries(personalData)) {
    if (!rows) continue;
    const omitted = ['tenant_id', ...omit].map((column) => `'${column}'`).join(', ');
    const found = await tx.execute<{ row: ExportedRow }>(
      sql.raw(
        `select to_jsonb(found) - array[${omitted}] as row from (select * from ${table} where ${forPerson(rows, userId)}) as found`,
      ),
    );
    tables.push({ table, purpose, rows: found.rows.map(({ row }) => redact?.(row, userId) ?? row) });
  }
  return tables;
}

const EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };

/** The person's pictures as files. */
export async function collectPictures(tx: TenantTransaction, userId: number) {
  const rows = await tx
    .select()
    .from(avatars)
    .where(eq(avatars.userId, userId))
    .orderBy(asc(avatars.createdAt));
  return rows.map(({ id, mediaType, bytes }) => ({
    name: `pictures/${id}.${EXTENSIONS[mediaType]}`,
    bytes,
  }));
}

/** Names of the people with these ids. */
export async function namesOf(tx: TenantTransaction, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Map(rows.map((row) => [row.id, fullName(row)]));
}
