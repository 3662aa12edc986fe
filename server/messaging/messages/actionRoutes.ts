import type { AccessManager } from '#server/messaging/access/accessManager.ts';
import { BIT } from '#server/messaging/access/permissions.ts';
import type { Database } from '#server/messaging/database.ts';
import { type HttpRequest, isRecord, readCount, readJson } from '#server/messaging/http/request.ts';
import { detailedError, json } from '#server/messaging/http/response.ts';
import type { Route } from '#server/messaging/http/router.ts';
import { isChannelName } from '#server/messaging/identifiers.ts';
import { KIND } from '#server/messaging/log/event.ts';
import type { EventLog } from '#server/messaging/log/eventLog.ts';
import type { Sequencer } from '#server/messaging/log/sequencer.ts';
import { EARLIEST, LATEST, readTimetoken, timetokenBefore } from '#server/messaging/timetokens.ts';
import { deleteAction, findAction, insertAction, listActions, type MessageAction } from './actionTable.ts';
import type { UnsharedLimit } from './unsharedLimit.ts';

const TYPE_MAX_LENGTH = 15;
const VALUE_MAX_LENGTH = 10_000;
const LIST_MAX = 100;

export interface ActionOptions {
  access: AccessManager;
  database: Database;
  log: EventLog;
  sequencer: Sequencer;
  unsharedLimit: UnsharedLimit | null;
}

const actionError = (status: number, message: string, location?: string) =>
  detailedError(status, 'actions', message, location ? [{ message, location }] : []);

/** Message actions: reactions, receipts, edits and deletions. */
export function actionRoutes({ access, database, log, sequencer, unsharedLimit }: ActionOptions): Route[] {
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
    if (timetoken === null) throw actionError(400, 'Invalid timetoken', location);
    return timetoken;
  };
  const authorize = (
    request: HttpRequest,
    subscribeKey: string,
    channel: string,
    bit: (typeof BIT)[keyof typeof BIT],
  ) => {
    access.requireSubscribeKey(subscribeKey);
    if (!isChannelName(channel)) throw actionError(400, 'Invalid channel', 'channel');
    const caller = access.identify(request);
    access.requirePermission(caller, bit, { channels: [channel] });
    return caller;
  };

  const add = async (request: HttpRequest, subscribeKey: string, channel: string, message: string) => {
    const caller = authorize(request, subscribeKey, channel, BIT.write);
    const { uuid } = caller;
    const body = readJson(request.body.toString('utf8'), () =>
      actionError(400, 'Request payload is not valid JSON', 'body'),
    );
    const { type, value } = isRecord(body) ? body : {};
    if (!isText(type, TYPE_MAX_LENGTH)) throw actionError(400, 'Invalid type', 'type');
    if (!isText(value, VALUE_MAX_LENGTH)) throw actionError(400, 'Invalid value', 'value');
    if (uuid === null) throw actionError(400, 'Missing uuid', 'uuid');
    const messageTimetoken = timetokenOf(message, 'messageTimetoken');
    await unsharedLimit?.check(caller, channel);
    const actionTimetoken = await sequencer.take();
    const action = { messageTimetoken, type, value, uuid, actionTimetoken };
    if (!(await insertAction(database, channel, action))) throw actionError(409, 'Action Already Added');
    await announce(channel, 'added', action);
    return json({ status: 200, data: action });
  };

  const list = async (request: HttpRequest, subscribeKey: string, channel: string) => {
    authorize(request, subscribeKey, channel, BIT.read);
    const { query } = request;
    const limit = readCount(query.get('limit'), { fallback: LIST_MAX, max: LIST_MAX, min: 1 }, () =>
      actionError(400, 'Invalid limit', 'limit'),
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
        url: `${request.rawPath}?start=${oldest}&limit=${limit}`,
        start: oldest,
        limit,
      };
    return json({ status: 200, data, ...(more && { more }) });
  };

  const remove = async (
    request: HttpRequest,
    subscribeKey: string,
    channel: string,
    message: string,
    actionText: string,
  ) => {
    const caller = authorize(request, subscribeKey, channel, BIT.delete);
    const messageTimetoken = timetokenOf(message, 'messageTimetoken');
    const actionTimetoken = timetokenOf(actionText, 'actionTimetoken');
    const action = await findAction(database, channel, messageTimetoken, actionTimetoken);
    if (!action) throw actionError(404, 'No matching message action to delete');
    if (!caller.isOwner && action.uuid !== caller.uuid)
      throw actionError(400, 'Not deleting message action: wrong uuid specified');
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

/** A text of valid length without characters that PostgreSQL cannot store. */
const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' &&
  value.length > 0 &&
  value.length <= max &&
  value.isWellFormed() &&
  !value.includes('\0');
