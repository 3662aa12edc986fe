import { type Database, type Queryable, select } from '../database.ts';
import { millisecondsOf, type Timetoken, timetokenAt } from '../timetokens.ts';
import type { ChannelEvent, Kind } from './event.ts';

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
/** Tries of one batch: a connection that broke is worth another, and the primary key makes a second try harmless. */
const TRIES = 3;

/**
 * A column of a batch is one text, its values parted by a control character, with another for null: PostgreSQL takes that
 * apart for a fraction of what an array costs it. Neither can be in a value: names may not hold them, and JSON escapes them.
 */
const NEXT = '\x1f';
const NULL = '\x1e';
const COLUMN_TYPES = ['text', 'bigint', 'text', 'smallint', 'text', 'text', 'text', 'bigint'];
const INSERT = `insert into messaging.messages (${COLUMNS}, expires)
  select ${COLUMN_TYPES.map((type, at) => `c${at}::${type}`).join(', ')}
  from rows from (${COLUMN_TYPES.map((_, at) => `string_to_table($${at + 1}, E'\\x1f', E'\\x1e')`).join(', ')})
    as batch (${COLUMN_TYPES.map((_, at) => `c${at}`).join(', ')})`;
const FIRST_TRY = { name: 'messaging_insert', text: INSERT };
/** Looking for conflicts doubles the cost of a row, and only a try whose end is not known can have left any. */
const NEXT_TRY = { name: 'messaging_insert_again', text: `${INSERT} on conflict do nothing` };

/** One statement for the whole batch, read and planned once a connection. */
export async function insertMessages(database: Database, events: readonly ChannelEvent[]): Promise<void> {
  const column = (value: (event: ChannelEvent) => string | number | null | undefined) =>
    events.map((event) => value(event) ?? NULL).join(NEXT);
  const values = [
    column(({ channel }) => channel),
    column(({ timetoken }) => timetoken),
    column(({ draft }) => draft.publisher),
    column(({ kind }) => kind),
    column(({ draft }) => draft.customType),
    column(({ draft }) => draft.payload),
    column(({ draft }) => draft.meta),
    column(expiryOf),
  ];
  for (let attempt = 1; ; attempt++) {
    try {
      await database.query({ ...(attempt === 1 ? FIRST_TRY : NEXT_TRY), values });
      return;
    } catch (error) {
      if (attempt === TRIES) throw error;
    }
  }
}

function expiryOf({ draft: { ttlHours }, timetoken }: ChannelEvent): Timetoken | null {
  return ttlHours ? timetokenAt(millisecondsOf(timetoken) + ttlHours * HOUR_MS) : null;
}

/** What a range of one channel's history is: after `above`, up to and including `through`. */
export interface Range {
  above: Timetoken;
  through: Timetoken;
  limit: number;
  /** Which end of the range the limit cuts from. */
  newestFirst: boolean;
  now: Timetoken;
}

/** The messages of each channel within its range, oldest first. */
export async function readHistory(
  database: Queryable,
  channels: readonly string[],
  { above, through, limit, newestFirst, now }: Range,
): Promise<Map<string, StoredMessage[]>> {
  const rows = await select<Row>(
    database,
    `select m.* from unnest($1::text[]) as asked (name)
     cross join lateral (
       select ${COLUMNS} from messaging.messages
       where channel = asked.name and timetoken > $2 and timetoken <= $3 and (expires is null or expires > $4)
       order by timetoken ${newestFirst ? 'desc' : 'asc'} limit $5
     ) m
     order by m.timetoken`,
    [channels, above, through, now, limit],
  );
  return Map.groupBy(rows.map(messageOf), ({ channel }) => channel);
}

/** What those who come back late have missed, over all their channels together, oldest first. */
export async function readMissed(
  database: Queryable,
  { channels, wildcards }: { channels: readonly string[]; wildcards: readonly string[] },
  { above, through, limit, now }: Omit<Range, 'newestFirst'>,
): Promise<StoredMessage[]> {
  const rows = await select<Row>(
    database,
    `(select m.* from unnest($1::text[]) as asked (name)
      cross join lateral (
        select ${COLUMNS} from messaging.messages
        where channel = asked.name and timetoken > $3 and timetoken <= $4 and (expires is null or expires > $5)
        order by timetoken limit $6
      ) m)
     union
     (select m.* from unnest($2::text[]) as asked (stem)
      cross join lateral (
        select ${COLUMNS} from messaging.messages
        where channel >= asked.stem || '.' and channel < asked.stem || '/'
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
    `select asked.name, (
       select count(*)::int from (
         select 1 from messaging.messages m
         where m.channel = asked.name and m.timetoken > asked.after and (m.expires is null or m.expires > $3)
         limit $4
       ) counted
     ) as count
     from unnest($1::text[], $2::bigint[]) as asked (name, after)`,
    [channels, after, now, max],
  );
  return new Map(rows.map(({ name, count }) => [name, count]));
}

/** Forgets a range of a channel, with what was said about its messages. */
export async function deleteMessages(
  database: Queryable,
  channel: string,
  above: Timetoken,
  through: Timetoken,
): Promise<void> {
  await database.query(
    `with gone as (
       delete from messaging.message_actions
       where channel = $1 and message_timetoken > $2 and message_timetoken <= $3
     )
     delete from messaging.messages where channel = $1 and timetoken > $2 and timetoken <= $3`,
    [channel, above, through],
  );
}

/** Forgets what was published with a time to live that is over. */
export async function deleteExpired(database: Queryable, now: Timetoken): Promise<void> {
  await database.query('delete from messaging.messages where expires <= $1', [now]);
}
