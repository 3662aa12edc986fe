import { type Queryable, select } from '#server/messaging/database.ts';
import { Parameters } from './filterSql.ts';
import type { Page } from './page.ts';
import { type Custom, isoOf } from './values.ts';

/** A kind of object with metadata, and the columns of its fields. */
export interface MetadataKind {
  table: 'users' | 'channels';
  type: 'uuid' | 'channel';
  /** Fields that are always included, null if not set. */
  plain: Readonly<Record<string, string>>;
}

export const USERS: MetadataKind = {
  table: 'users',
  type: 'uuid',
  plain: { name: 'name', externalId: 'external_id', profileUrl: 'profile_url', email: 'email' },
};
export const CHANNELS: MetadataKind = {
  table: 'channels',
  type: 'channel',
  plain: { name: 'name', description: 'description' },
};

/** Fields that are included on request. */
export const EXTRA = ['type', 'status', 'custom'] as const;

export type MetadataRow = {
  id: string;
  custom: Custom | null;
  updated: Date | string;
  etag: string;
} & Record<string, unknown>;

/** The fields of a patch, by their names in the API. Absent fields stay unchanged. */
export type MetadataPatch = Record<string, string | Custom | null>;

export const columnsOf = ({ plain }: MetadataKind): Record<string, string> => ({
  ...plain,
  type: 'type',
  status: 'status',
  custom: 'custom',
});

/** The object as clients get it. */
export function presentMetadata(
  kind: MetadataKind,
  row: MetadataRow,
  include: ReadonlySet<string>,
): Record<string, unknown> {
  const fields = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, row[columnsOf(kind)[name] ?? ''] ?? null]));
  return {
    id: row.id,
    ...fields(Object.keys(kind.plain)),
    ...fields(EXTRA.filter((name) => include.has(name))),
    updated: isoOf(row.updated),
    eTag: row.etag,
  };
}

/** The SQL expression of a metadata field, for filters and sorting. */
export function metadataField(kind: MetadataKind, alias: string) {
  return ([name = '', key, ...rest]: string[], parameters: Parameters): string | null => {
    if (rest.length > 0) return null;
    if (name === 'custom') return key ? `(${alias}.custom ->> ${parameters.add(key)}::text)` : null;
    if (key !== undefined) return null;
    if (name === 'id') return `${alias}.id`;
    if (name === 'updated') return updatedText(alias);
    const column = columnsOf(kind)[name];
    return column ? `${alias}.${column}` : null;
  };
}

/** In the format of responses, so that filters can compare it as text. */
export const updatedText = (alias: string): string =>
  `to_char(${alias}.updated at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export async function findMetadata(
  database: Queryable,
  { table }: MetadataKind,
  id: string,
): Promise<MetadataRow | undefined> {
  const [row] = await select<MetadataRow>(database, `select * from messaging.${table} where id = $1`, [id]);
  return row;
}

export async function listMetadata(
  database: Queryable,
  { table }: MetadataKind,
  { limit, offset, withCount }: Page,
  { parameters, where, order }: { parameters: Parameters; where: string; order: string },
): Promise<{ rows: MetadataRow[]; total: number | null }> {
  const from = `from messaging.${table} m where ${where}`;
  const rows = await select<MetadataRow>(
    database,
    `select m.* ${from} order by ${order} limit ${limit} offset ${offset}`,
    parameters.values,
  );
  if (!withCount) return { rows, total: null };
  // The same parameters as above, including those of `order`.
  const [count] = await select<{ count: number }>(
    database,
    `select count(*)::int as count ${from}`,
    parameters.values,
  );
  return { rows, total: count?.count ?? 0 };
}

/**
 * Sets the given fields in one statement and creates the row if needed. Returns undefined if `ifMatch` differs from the
 * stored version or no row exists.
 */
export async function upsertMetadata(
  database: Queryable,
  kind: MetadataKind,
  { id, patch, ifMatch, now }: { id: string; patch: MetadataPatch; ifMatch: string | null; now: Date },
): Promise<MetadataRow | undefined> {
  const { table } = kind;
  const columns = columnsOf(kind);
  const parameters = new Parameters();
  const idSql = `${parameters.add(id)}::text`;
  const value = (name: string, column: string) => {
    const given = patch[name] ?? null;
    return column === 'custom'
      ? `${parameters.add(given === null ? null : JSON.stringify(given))}::jsonb`
      : `${parameters.add(given)}::text`;
  };
  const names = Object.entries(columns);
  const values = names.map(([name, column]) => value(name, column));
  const merged = names.map(([name, column], at) => (name in patch ? values[at] : `old.${column}`));
  const set = names.map(([, column], at) => `${column} = ${merged[at]}`);
  const etag = (parts: (string | undefined)[]) =>
    `left(md5(concat_ws('|', ${parts.map((part) => `coalesce(${part}::text, '-')`).join(', ')})), 16)`;
  const updated = `${parameters.add(now.toISOString())}::timestamptz`;
  const version = ifMatch === null ? null : `${parameters.add(ifMatch)}::text`;
  const canInsert = version ? `exists (select from messaging.${table} where id = ${idSql})` : 'true';
  const [row] = await select<MetadataRow>(
    database,
    `insert into messaging.${table} as old (id, ${names.map(([, column]) => column).join(', ')}, updated, etag)
     select ${idSql}, ${values.join(', ')}, ${updated}, ${etag(values)} where ${canInsert}
     on conflict (id) do update set ${set.join(', ')}, updated = excluded.updated, etag = ${etag(merged)}
     where ${version ? `old.etag = ${version}` : 'true'}
     returning *`,
    parameters.values,
  );
  return row;
}

export async function deleteMetadata(
  database: Queryable,
  { table }: MetadataKind,
  id: string,
): Promise<boolean> {
  const { rowCount } = await database.query(`delete from messaging.${table} where id = $1`, [id]);
  return rowCount === 1;
}
