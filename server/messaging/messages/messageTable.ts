import { type Database, deleteInBatches, type Queryable, select } from '#server/messaging/database.ts';
import type { EventDraft, Kind } from '#server/messaging/log/event.ts';
import type { LogEntry } from '#server/messaging/log/sequencer.ts';
import { millisecondsOf, TICKS_PER_MS, type Timetoken, timetokenAt } from '#server/messaging/timetokens.ts';

export interface StoredMessage {
  channel: string;
  timetoken: Timetoken;
  publisher: string | null;
  kind: Kind;
  custom_type: string | null;
  payload: string;
  meta: string | null;
}
type Row = Omit<StoredMessage, 'timetoken'> & { timetoken: string };

const COLUMNS = 'channel, timetoken, publisher, kind, custom_type, payload, meta';
const HOUR_MS = 3_600_000;
/** Number of attempts per batch. The primary key makes a repeated insert harmless. */
const MAX_ATTEMPTS = 3;

/**
 * Each column of a batch is sent as one text: its values joined by a control character, with another control character
 * for null. PostgreSQL splits such a text much faster than it parses an array. No value contains these characters:
 * identifiers must not, and JSON escapes them.
 */
const SEPARATOR = '\x1f';
const NULL = '\x1e';
const COLUMN_TYPES = ['text', 'bigint', 'text', 'smallint', 'text', 'text', 'text', 'bigint'];
/** Indexes of columns. */
const TIMETOKEN = 1;
const EXPIRES = 7;
const split = (types: readonly string[], first: number) =>
  `rows from (${types
    .map((_, at) => `string_to_table($${first + at}, E'\\x1f', E'\\x1e')`)
    .join(', ')}) as batch (${types.map((_, at) => `c${at}`).join(', ')})`;
const INSERT = `insert into messaging.messages (${COLUMNS}, expires)
  select ${COLUMN_TYPES.map((type, at) => `c${at}::${type}`).join(', ')} from ${split(COLUMN_TYPES, 1)}`;
const FIRST_ATTEMPT = { name: 'messaging_insert', text: INSERT };
/** The conflict check doubles the cost of a row, so only a repeated attempt has it. */
const REPEATED_ATTEMPT = { name: 'messaging_insert_again', text: `${INSERT} on conflict do nothing` };

/** Inserts the messages of a batch in one prepared statement. */
export async function insertMessages(
  database: Database,
  entries: readonly LogEntry[],
  timetokens: readonly Timetoken[],
): Promise<void> {
  const stored = storedAmong(entries);
  if (stored.length === 0) return;
  const timetokenOf = ({ at }: Stored) => timetokens[at]!;
  const values = columnsOf(stored, timetokenOf, ({ draft: { ttlHours }, at }) =>
    ttlHours ? timetokenAt(millisecondsOf(timetokens[at]!) + ttlHours * HOUR_MS) : null,
  );
  for (let attempt = 1; ; attempt++) {
    try {
      await database.query({ ...(attempt === 1 ? FIRST_ATTEMPT : REPEATED_ATTEMPT), values });
      return;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/**
 * Part of a statement that inserts messages whose timetokens only PostgreSQL knows: `ordered` has one row, with `last`
 * as the timetoken of the last entry. Parameter `first` and the following ones are the parameters of `orderedMessages`.
 */
export const insertOrdered = (ordered: string, first: number): string =>
  `insert into messaging.messages (${COLUMNS}, expires)
   select ${COLUMN_TYPES.map((type, at) => expressionOf(type, at)).join(', ')}
   from ${ordered}, ${split(COLUMN_TYPES, first)}`;
const expressionOf = (type: string, at: number): string => {
  const position = `last - c${TIMETOKEN}::bigint`;
  if (at === TIMETOKEN) return position;
  return at === EXPIRES ? `${position} + c${EXPIRES}::bigint * ${HOUR_MS * TICKS_PER_MS}` : `c${at}::${type}`;
};
/** Parameters of `insertOrdered`: distances from the last entry instead of timetokens, hours instead of expiries. */
export const orderedMessages = (entries: readonly LogEntry[]): string[] =>
  columnsOf(
    storedAmong(entries),
    ({ at }) => entries.length - 1 - at,
    ({ draft: { ttlHours } }) => ttlHours || null,
  );

interface Stored {
  draft: EventDraft;
  /** Index in its batch. */
  at: number;
}
const storedAmong = (entries: readonly LogEntry[]): Stored[] =>
  entries.flatMap((entry, at) => ('stored' in entry && entry.stored ? [{ draft: entry, at }] : []));

/** The columns of a batch as texts. */
function columnsOf(
  stored: readonly Stored[],
  timetokenOf: (message: Stored) => string | number,
  expiryOf: (message: Stored) => string | number | null,
): string[] {
  const column = (value: (message: Stored) => string | number | null | undefined) =>
    stored.map((message) => value(message) ?? NULL).join(SEPARATOR);
  return [
    column(({ draft }) => draft.channel),
    column(timetokenOf),
    column(({ draft }) => draft.publisher),
    column(({ draft }) => draft.kind),
    column(({ draft }) => draft.customType),
    column(({ draft }) => draft.payload),
    column(({ draft }) => draft.meta),
    column(expiryOf),
  ];
}

/** A range of a channel's history: after `above`, up to and including `through`. */
export interface Range {
  above: Timetoken;
  through: Timetoken;
  limit: number;
  /** Whether the limit keeps the newest or the oldest messages of the range. */
  newestFirst: boolean;
  now: Timetoken;
}

/** The messages of each channel in the range, oldest first. */
export async function readHistory(
  database: Queryable,
  channels: readonly string[],
  { above, through, limit, newestFirst, now }: Range,
): Promise<Map<string, StoredMessage[]>> {
  const rows = await select<Row>(
    database,
    `select m.* from unnest($1::text[]) as requested (name)
     cross join lateral (
       select ${COLUMNS} from messaging.messages
       where channel = requested.name and timetoken > $2 and timetoken <= $3 and (expires is null or expires > $4)
       order by timetoken ${newestFirst ? 'desc' : 'asc'} limit $5
     ) m
     order by m.timetoken`,
    [channels, above, through, now, limit],
  );
  return Map.groupBy(rows.map(messageOf), ({ channel }) => channel);
}

/** The messages that a client has missed on all of its channels, oldest first. */
export async function readMissed(
  database: Queryable,
  { channels, wildcards }: { channels: readonly string[]; wildcards: readonly string[] },
  { above, through, limit, now }: Omit<Range, 'newestFirst'>,
): Promise<StoredMessage[]> {
  const rows = await select<Row>(
    database,
    `(select m.* from unnest($1::text[]) as requested (name)
      cross join lateral (
        select ${COLUMNS} from messaging.messages
        where channel = requested.name and timetoken > $3 and timetoken <= $4 and (expires is null or expires > $5)
        order by timetoken limit $6
      ) m)
     union
     (select m.* from unnest($2::text[]) as requested (stem)
      cross join lateral (
        select ${COLUMNS} from messaging.messages
        where channel >= requested.stem || '.' and channel < requested.stem || '/'
          and timetoken > $3 and timetoken <= $4 and (expires is null or expires > $5)
        order by timetoken limit $6
      ) m)
     order by timetoken limit $6`,
    [channels, wildcards.map((name) => name.slice(0, -2)), above, through, now, limit],
  );
  return rows.map(messageOf);
}

const messageOf = (row: Row): StoredMessage => ({ ...row, timetoken: row.timetoken.padStart(17, '0') });

/** How many messages each channel has after its own timetoken. */
export async function countMessages(
  database: Queryable,
  channels: readonly string[],
  after: readonly Timetoken[],
  { max, now }: { max: number; now: Timetoken },
): Promise<Map<string, number>> {
  const rows = await select<{ name: string; count: number }>(
    database,
    `select requested.name, (
       select count(*)::int from (
         select 1 from messaging.messages m
         where m.channel = requested.name and m.timetoken > requested.after and (m.expires is null or m.expires > $3)
         limit $4
       ) counted
     ) as count
     from unnest($1::text[], $2::bigint[]) as requested (name, after)`,
    [channels, after, now, max],
  );
  return new Map(rows.map(({ name, count }) => [name, count]));
}

/** Deletes a range of a channel's messages and their actions. */
export async function deleteMessages(
  database: Queryable,
  channel: string,
  above: Timetoken,
  through: Timetoken,
): Promise<void> {
  await database.query(
    `with deleted_actions as (
       delete from messaging.message_actions
       where channel = $1 and message_timetoken > $2 and message_timetoken <= $3
     )
     delete from messaging.messages where channel = $1 and timetoken > $2 and timetoken <= $3`,
    [channel, above, through],
  );
}

/** Deletes messages after their time to live, and their actions. */
export const deleteExpired = (database: Queryable, now: Timetoken): Promise<void> =>
  deleteInBatches(
    database,
    `with expired as materialized (
       select channel, timetoken from messaging.messages where expires <= $1 order by expires limit $2
     ), deleted_actions as (
       delete from messaging.message_actions a using expired e
       where a.channel = e.channel and a.message_timetoken = e.timetoken
     )
     delete from messaging.messages m using expired e where m.channel = e.channel and m.timetoken = e.timetoken`,
    now,
  );
