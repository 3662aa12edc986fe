import { type Queryable, select } from '#server/messaging/database.ts';
import type { FieldSql, Parameters } from './filterSql.ts';
import {
  CHANNELS,
  type MetadataKind,
  type MetadataRow,
  metadataField,
  USERS,
  updatedText,
} from './metadataTable.ts';
import type { Page } from './page.ts';
import type { Custom } from './values.ts';

/** The side from which the membership relation is read: a user's channels, or a channel's users. */
export interface Side {
  /** Column of the list's owner. */
  own: 'user_id' | 'channel_id';
  /** Column of the list's items. */
  other: 'user_id' | 'channel_id';
  /** Kind of the items, which is also their key in requests and responses. */
  kind: MetadataKind;
}
export const MEMBERSHIPS: Side = { own: 'user_id', other: 'channel_id', kind: CHANNELS };
export const MEMBERS: Side = { own: 'channel_id', other: 'user_id', kind: USERS };

export interface MembershipRow {
  user_id: string;
  channel_id: string;
  type: string | null;
  status: string | null;
  custom: Custom | null;
  updated: Date | string;
  etag: string;
}

/** One entry of `set`. Absent fields stay unchanged. */
export interface MembershipPatch {
  otherId: string;
  custom?: Custom | null;
  status?: string | null;
  type?: string | null;
}

export const membershipField =
  ({ other, kind }: Side): FieldSql =>
  (path, parameters) => {
    const [name = '', ...rest] = path;
    if (name === kind.type) {
      const [inner] = rest;
      return inner === 'id' && rest.length === 1 ? `m.${other}` : metadataField(kind, 'o')(rest, parameters);
    }
    if (name === 'custom') return rest[0] ? `(m.custom ->> ${parameters.add(rest[0])}::text)` : null;
    if (rest.length > 0) return null;
    if (name === 'updated') return updatedText('m');
    return name === 'status' || name === 'type' ? `m.${name}` : null;
  };

/** One page of memberships, each with the metadata of the other side if it exists. */
export async function listMemberships(
  database: Queryable,
  { own, other, kind }: Side,
  ownId: string,
  { limit, offset, withCount }: Page,
  { parameters, where, order }: { parameters: Parameters; where: string; order: string },
): Promise<{ rows: (MembershipRow & { object: MetadataRow | null })[]; total: number | null }> {
  const from = `from messaging.memberships m left join messaging.${kind.table} o on o.id = m.${other}
    where m.${own} = ${parameters.add(ownId)}::text and ${where}`;
  const rows = await select<MembershipRow & { object: MetadataRow | null }>(
    database,
    `select m.*, case when o.id is null then null else to_jsonb(o) end as object
     ${from} order by ${order} limit ${limit} offset ${offset}`,
    parameters.values,
  );
  if (!withCount) return { rows, total: null };
  const [count] = await select<{ count: number }>(
    database,
    `select count(*)::int as count ${from}`,
    parameters.values,
  );
  return { rows, total: count?.count ?? 0 };
}

/** Sets entries in one statement. Returns those that are new or changed. */
export async function setMemberships(
  database: Queryable,
  { own, other }: Side,
  ownId: string,
  patches: readonly MembershipPatch[],
  now: Date,
): Promise<MembershipRow[]> {
  const etag = (custom: string, status: string, type: string) =>
    `left(md5(concat_ws('|', coalesce(${custom}::text, '-'), coalesce(${status}, '-'), coalesce(${type}, '-'))), 16)`;
  return select<MembershipRow>(
    database,
    `with given as (
       select * from unnest($2::text[], $3::boolean[], $4::jsonb[], $5::boolean[], $6::text[], $7::boolean[], $8::text[])
         as given (id, has_custom, custom, has_status, status, has_type, type)
     ), merged as (
       select g.id,
         case when g.has_custom then g.custom else m.custom end as custom,
         case when g.has_status then g.status else m.status end as status,
         case when g.has_type then g.type else m.type end as type
       from given g left join messaging.memberships m on m.${own} = $1::text and m.${other} = g.id
     )
     insert into messaging.memberships as old (${own}, ${other}, custom, status, type, updated, etag)
     select $1::text, id, custom, status, type, $9::timestamptz, ${etag('custom', 'status', 'type')} from merged
     on conflict (user_id, channel_id) do update
       set custom = excluded.custom, status = excluded.status, type = excluded.type,
           updated = excluded.updated, etag = excluded.etag
       where old.etag <> excluded.etag
     returning *`,
    [
      ownId,
      patches.map(({ otherId }) => otherId),
      patches.map(({ custom }) => custom !== undefined),
      patches.map(({ custom }) => (custom ? JSON.stringify(custom) : null)),
      patches.map(({ status }) => status !== undefined),
      patches.map(({ status }) => status ?? null),
      patches.map(({ type }) => type !== undefined),
      patches.map(({ type }) => type ?? null),
      now.toISOString(),
    ],
  );
}

/** Returns the ids of the deleted entries. */
export async function deleteMemberships(
  database: Queryable,
  { own, other }: Side,
  ownId: string,
  otherIds: readonly string[],
): Promise<string[]> {
  const rows = await select<{ id: string }>(
    database,
    `delete from messaging.memberships where ${own} = $1 and ${other} = any($2::text[]) returning ${other} as id`,
    [ownId, otherIds],
  );
  return rows.map(({ id }) => id);
}

export async function countMemberships(database: Queryable, { own }: Side, ownId: string): Promise<number> {
  const [row] = await select<{ count: number }>(
    database,
    `select count(*)::int as count from messaging.memberships where ${own} = $1`,
    [ownId],
  );
  return row?.count ?? 0;
}
