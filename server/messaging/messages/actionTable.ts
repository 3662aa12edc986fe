import { type Queryable, select } from '#server/messaging/database.ts';
import type { Timetoken } from '#server/messaging/timetokens.ts';
import type { StoredMessage } from './messageTable.ts';

export interface MessageAction {
  messageTimetoken: Timetoken;
  type: string;
  value: string;
  uuid: string;
  actionTimetoken: Timetoken;
}

/** Actions by message, type and value. */
export type ActionsOf = Map<
  Timetoken,
  Record<string, Record<string, { uuid: string; actionTimetoken: Timetoken }[]>>
>;

const COLUMNS = `message_timetoken as "messageTimetoken", type, value, publisher as uuid,
  action_timetoken as "actionTimetoken"`;

/** Reads the actions of the given messages. */
export async function readActions(
  database: Queryable,
  channel: string,
  messages: readonly StoredMessage[],
): Promise<ActionsOf> {
  const actions = await select<MessageAction>(
    database,
    `select ${COLUMNS} from messaging.message_actions
     where channel = $1 and message_timetoken = any($2::bigint[]) order by action_timetoken`,
    [channel, messages.map(({ timetoken }) => timetoken)],
  );
  const found: ActionsOf = new Map();
  for (const { messageTimetoken, type, value, uuid, actionTimetoken } of actions) {
    const types = found.get(messageTimetoken) ?? Object.create(null);
    found.set(messageTimetoken, types);
    types[type] ??= Object.create(null);
    types[type][value] ??= [];
    types[type][value].push({ uuid, actionTimetoken });
  }
  return found;
}

/** Returns false if the same user has already added the same action to the message. */
export async function insertAction(
  database: Queryable,
  channel: string,
  action: MessageAction,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `insert into messaging.message_actions (channel, message_timetoken, action_timetoken, publisher, type, value)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [channel, action.messageTimetoken, action.actionTimetoken, action.uuid, action.type, action.value],
  );
  return rowCount === 1;
}

export async function findAction(
  database: Queryable,
  channel: string,
  messageTimetoken: Timetoken,
  actionTimetoken: Timetoken,
): Promise<MessageAction | undefined> {
  const [action] = await select<MessageAction>(
    database,
    `select ${COLUMNS} from messaging.message_actions
     where channel = $1 and message_timetoken = $2 and action_timetoken = $3`,
    [channel, messageTimetoken, actionTimetoken],
  );
  return action;
}

export async function deleteAction(
  database: Queryable,
  channel: string,
  actionTimetoken: Timetoken,
): Promise<boolean> {
  const { rowCount } = await database.query(
    'delete from messaging.message_actions where channel = $1 and action_timetoken = $2',
    [channel, actionTimetoken],
  );
  return rowCount === 1;
}

/** The newest actions of a range, oldest first. */
export async function listActions(
  database: Queryable,
  channel: string,
  { above, through, limit }: { above: Timetoken; through: Timetoken; limit: number },
): Promise<MessageAction[]> {
  const newestFirst = await select<MessageAction>(
    database,
    `select ${COLUMNS} from messaging.message_actions
     where channel = $1 and action_timetoken > $2 and action_timetoken <= $3
     order by action_timetoken desc limit $4`,
    [channel, above, through, limit],
  );
  return newestFirst.reverse();
}
