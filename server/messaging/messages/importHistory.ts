import { type Database, select, transact } from '#server/messaging/database.ts';
import { KIND } from '#server/messaging/log/event.ts';

interface ImportedMessage {
  channel: string;
  timetoken: string;
  publisher: string;
  payload: unknown;
  meta?: unknown;
}
interface ImportedAction {
  channel: string;
  messageTimetoken: string;
  actionTimetoken: string;
  publisher: string;
  type: string;
  value: string;
}
interface ImportedMembership {
  channel: string;
  uuid: string;
  custom: Record<string, string>;
}
/** An imported history with its own timetokens, all before the start of the service. It is not delivered. */
export interface ImportedHistory {
  messages: ImportedMessage[];
  actions: ImportedAction[];
  memberships: ImportedMembership[];
}

/** Imports a history in one transaction. Changes nothing and returns false if one of its channels has data. */
export const importHistory = (database: Database, history: ImportedHistory): Promise<boolean> =>
  transact(database, async (tx) => {
    const { messages, actions, memberships } = history;
    const channels = [...new Set([...messages, ...memberships].map(({ channel }) => channel))];
    const known = await select(
      tx,
      `select from messaging.memberships where channel_id = any($1)
       union all select from messaging.messages where channel = any($1) limit 1`,
      [channels],
    );
    if (known.length > 0) return false;
    await tx.query(
      `insert into messaging.messages (channel, timetoken, publisher, kind, payload, meta)
       select channel, timetoken, publisher, $6, payload, meta
       from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[])
         as message (channel, timetoken, publisher, payload, meta)`,
      [
        messages.map(({ channel }) => channel),
        messages.map(({ timetoken }) => timetoken),
        messages.map(({ publisher }) => publisher),
        messages.map(({ payload }) => JSON.stringify(payload)),
        messages.map(({ meta }) => (meta === undefined ? null : JSON.stringify(meta))),
        KIND.message,
      ],
    );
    await tx.query(
      `insert into messaging.message_actions
         (channel, message_timetoken, action_timetoken, publisher, type, value)
       select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[])`,
      [
        actions.map(({ channel }) => channel),
        actions.map(({ messageTimetoken }) => messageTimetoken),
        actions.map(({ actionTimetoken }) => actionTimetoken),
        actions.map(({ publisher }) => publisher),
        actions.map(({ type }) => type),
        actions.map(({ value }) => value),
      ],
    );
    await tx.query(
      `insert into messaging.memberships (user_id, channel_id, custom, updated, etag)
       select uuid, channel, custom::jsonb, now(), md5(custom)
       from unnest($1::text[], $2::text[], $3::text[]) as member (uuid, channel, custom)`,
      [
        memberships.map(({ uuid }) => uuid),
        memberships.map(({ channel }) => channel),
        memberships.map(({ custom }) => JSON.stringify(custom)),
      ],
    );
    return true;
  });
