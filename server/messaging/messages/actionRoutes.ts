import type { AccessManager } from '../access/accessManager.ts';
import { BIT } from '../access/permissions.ts';
import type { Database } from '../database.ts';
import { detailedRefusal, json } from '../http/answer.ts';
import { type Call, isRecord, readCount, readJson } from '../http/call.ts';
import type { Route } from '../http/router.ts';
import { EARLIEST, LATEST, readTimetoken, type Timetokens, timetokenBefore } from '../timetokens.ts';
import { deleteAction, findAction, insertAction, listActions, type MessageAction } from './actionTable.ts';
import { KIND } from './event.ts';
import type { EventLog } from './eventLog.ts';
import { isChannelName } from './names.ts';

const TYPE_MAX_LENGTH = 15;
const VALUE_MAX_LENGTH = 10_000;
const LIST_MAX = 100;

export interface ActionOptions {
  access: AccessManager;
  database: Database;
  log: EventLog;
  timetokens: Timetokens;
}

const refuse = (status: number, message: string, location?: string) =>
  detailedRefusal(status, 'actions', message, location ? [{ message, location }] : []);

/** What people say about messages: reactions, receipts, corrections. */
export function actionRoutes({ access, database, log, timetokens }: ActionOptions): Route[] {
  const announce = (channel: string, event: 'added' | 'removed', action: MessageAction) => {
    const { uuid, ...data } = action;
    return log.append({
      channel,
      kind: KIND.action,
      publisher: uuid,
      payload: JSON.stringify({ source: 'actions', version: '1.0', event, data }),
      stored: false,
    });
  };
  const timetokenOf = (text: string, location: string) => {
    const timetoken = readTimetoken(text);
    if (timetoken === null) throw refuse(400, 'Invalid timetoken', location);
    return timetoken;
  };
  const demand = (call: Call, subscribeKey: string, channel: string, bit: (typeof BIT)[keyof typeof BIT]) => {
    access.demandSubscribeKey(subscribeKey);
    if (!isChannelName(channel)) throw refuse(400, 'Invalid channel', 'channel');
    const caller = access.identify(call);
    access.demand(caller, bit, { channels: [channel] });
    return caller;
  };

  const add = async (call: Call, subscribeKey: string, channel: string, message: string) => {
    const { uuid } = demand(call, subscribeKey, channel, BIT.write);
    const body = readJson(call.body.toString('utf8'), () =>
      refuse(400, 'Request payload is not valid JSON', 'body'),
    );
    const { type, value } = isRecord(body) ? body : {};
    if (!isText(type, TYPE_MAX_LENGTH)) throw refuse(400, 'Invalid type', 'type');
    if (!isText(value, VALUE_MAX_LENGTH)) throw refuse(400, 'Invalid value', 'value');
    if (uuid === null) throw refuse(400, 'Missing uuid', 'uuid');
    const messageTimetoken = timetokenOf(message, 'messageTimetoken');
    const actionTimetoken = await timetokens.take();
    const action = { messageTimetoken, type, value, uuid, actionTimetoken };
    if (!(await insertAction(database, channel, action))) throw refuse(409, 'Action Already Added');
    await announce(channel, 'added', action);
    return json({ status: 200, data: action });
  };

  const list = async (call: Call, subscribeKey: string, channel: string) => {
    demand(call, subscribeKey, channel, BIT.read);
    const { query } = call;
    const limit = readCount(query.get('limit'), { fallback: LIST_MAX, max: LIST_MAX, min: 1 }, () =>
      refuse(400, 'Invalid limit', 'limit'),
    );
    const [start, end] = [query.get('start'), query.get('end')];
    const data = await listActions(database, channel, {
      above: end ? timetokenBefore(timetokenOf(end, 'end')) : EARLIEST,
      through: start ? timetokenBefore(timetokenOf(start, 'start')) : LATEST,
      limit,
    });
    const oldest = data[0]?.actionTimetoken;
    const more = data.length === limit &&
      oldest !== undefined && {
        url: `${call.rawPath}?start=${oldest}&limit=${limit}`,
        start: oldest,
        limit,
      };
    return json({ status: 200, data, ...(more && { more }) });
  };

  const remove = async (
    call: Call,
    subscribeKey: string,
    channel: string,
    message: string,
    actionText: string,
  ) => {
    const caller = demand(call, subscribeKey, channel, BIT.delete);
    const messageTimetoken = timetokenOf(message, 'messageTimetoken');
    const actionTimetoken = timetokenOf(actionText, 'actionTimetoken');
    const action = await findAction(database, channel, messageTimetoken, actionTimetoken);
    if (!action) throw refuse(404, 'No matching message action to delete');
    if (!caller.isOwner && action.uuid !== caller.uuid)
      throw refuse(400, 'Not deleting message action: wrong uuid specified');
    if (await deleteAction(database, channel, actionTimetoken)) await announce(channel, 'removed', action);
    return json({ status: 200, data: {} });
  };

  const base = '/v1/message-actions/:/channel/:';
  return [
    { method: 'GET', path: base, handle: list },
    { method: 'POST', path: `${base}/message/:`, handle: add },
    { method: 'DELETE', path: `${base}/message/:/action/:`, handle: remove },
  ];
}

/** Not empty, not too long, and such that the database can hold it. */
const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' &&
  value.length > 0 &&
  value.length <= max &&
  value.isWellFormed() &&
  !value.includes('\0');
