import type { AccessManager } from '#server/messaging/access/accessManager.ts';
import { BIT } from '#server/messaging/access/permissions.ts';
import type { Database } from '#server/messaging/database.ts';
import { type HttpRequest, readCount } from '#server/messaging/http/request.ts';
import { historyError, text } from '#server/messaging/http/response.ts';
import type { Route } from '#server/messaging/http/router.ts';
import { isChannelName, readNames } from '#server/messaging/identifiers.ts';
import { KIND } from '#server/messaging/log/event.ts';
import type { Sequencer } from '#server/messaging/log/sequencer.ts';
import type { ShareChange } from '#server/messaging/log/stateChange.ts';
import {
  EARLIEST,
  LATEST,
  readTimetoken,
  type Timetoken,
  timetokenBefore,
} from '#server/messaging/timetokens.ts';
import { type ActionsOf, readActions } from './actionTable.ts';
import { countMessages, deleteMessages, readHistory, type StoredMessage } from './messageTable.ts';

const MAX_ONE_CHANNEL = 100;
const MAX_EACH_CHANNEL = 25;
const MAX_CHANNELS = 500;
const MAX_COUNTED_CHANNELS = 100;
const MAX_COUNT = 10_000;

export interface HistoryOptions {
  access: AccessManager;
  database: Database;
  sequencer: Sequencer;
  share: ShareChange;
}

const invalid = (argument: string) => historyError(400, `Invalid Arguments: ${argument}`);

export function historyRoutes({ access, database, sequencer, share }: HistoryOptions): Route[] {
  /** Reads `start` or `end`; null if absent. */
  const bound = (request: HttpRequest, name: 'start' | 'end'): Timetoken | null => {
    const given = request.query.get(name);
    if (given === undefined || given === '') return null;
    return readTimetoken(given) ?? fail(invalid(name));
  };
  const channelsIn = (list: string, max: number): string[] => {
    const channels = readNames(list);
    if (channels.length === 0 || channels.length > max || !channels.every(isChannelName))
      throw invalid('channel');
    return channels;
  };

  const fetch = async (request: HttpRequest, list: string, withActions: boolean) => {
    const channels = channelsIn(list, withActions ? 1 : MAX_CHANNELS);
    access.requirePermission(access.identify(request), BIT.read, { channels });
    const most = channels.length === 1 && !withActions ? MAX_ONE_CHANNEL : MAX_EACH_CHANNEL;
    // Older clients request up to 500. They get the maximum instead of an error.
    const limit = readCount(request.query.get('max'), { fallback: most, max: most, min: 1 }, () =>
      invalid('max'),
    );
    const [start, end] = [bound(request, 'start'), bound(request, 'end')];
    const range = rangeOf(start, end, false);
    const now = sequencer.time();
    const history = await readHistory(database, channels, { ...range, limit, newestFirst: true, now });
    const actions = withActions
      ? await readActions(database, channels[0] ?? '', [...history.values()].flat())
      : null;
    const parts = [...history].map(
      ([channel, messages]) =>
        `${JSON.stringify(channel)}:[${messages.map((message) => serializeMessage(message, request, actions)).join(',')}]`,
    );
    const more = actions && nextPage(limit, history.get(channels[0] ?? '') ?? [], request);
    return text(
      `{"status":200,"error":false,"error_message":"","channels":{${parts.join(',')}}${more ? `,"more":${JSON.stringify(more)}` : ''}}`,
    );
  };

  const remove = async (request: HttpRequest, subscribeKey: string, channel: string) => {
    access.requireSubscribeKey(subscribeKey);
    if (!isChannelName(channel)) throw invalid('channel');
    access.requirePermission(access.identify(request), BIT.delete, { channels: [channel] });
    const [start, end] = [bound(request, 'start') ?? EARLIEST, bound(request, 'end') ?? LATEST];
    // Clients may swap the two bounds.
    const [above, through] = start <= end ? [start, end] : [end, start];
    await share({ type: 'messagesDeleted', channel, above, through });
    await deleteMessages(database, channel, above, through);
    return text('{"status":200,"error":false,"error_message":""}');
  };

  const counts = async (request: HttpRequest, subscribeKey: string, list: string) => {
    access.requireSubscribeKey(subscribeKey);
    const channels = channelsIn(list, MAX_COUNTED_CHANNELS);
    access.requirePermission(access.identify(request), BIT.read, { channels });
    const common = request.query.get('timetoken');
    const each = request.query.get('channelsTimetoken');
    if ((common === undefined) === (each === undefined)) throw invalid('timetoken');
    const given = each === undefined ? channels.map(() => common ?? '') : each.split(',');
    if (given.length !== channels.length) throw invalid('channelsTimetoken');
    const after = given.map((one) => readTimetoken(one.trim()) ?? fail(invalid('timetoken')));
    const counted = await countMessages(database, channels, after, {
      max: MAX_COUNT,
      now: sequencer.time(),
    });
    return text(
      JSON.stringify({ status: 200, error: false, error_message: '', channels: Object.fromEntries(counted) }),
    );
  };

  /** History version 2, for one channel: `[messages, first, last]`. */
  const fetchV2 = async (request: HttpRequest, subscribeKey: string, channel: string) => {
    access.requireSubscribeKey(subscribeKey);
    if (!isChannelName(channel)) throw invalid('channel');
    access.requirePermission(access.identify(request), BIT.read, { channels: [channel] });
    const { query } = request;
    const limit = readCount(
      query.get('count'),
      { fallback: MAX_ONE_CHANNEL, max: MAX_ONE_CHANNEL, min: 1 },
      () => invalid('count'),
    );
    const isReverse = query.get('reverse') === 'true';
    const history = await readHistory(database, [channel], {
      ...rangeOf(bound(request, 'start'), bound(request, 'end'), isReverse),
      limit,
      newestFirst: !isReverse,
      now: sequencer.time(),
    });
    const messages = history.get(channel) ?? [];
    const withToken = query.get('include_token') === 'true';
    const withMeta = query.get('include_meta') === 'true';
    const asText = query.get('string_message_token') === 'true';
    const items = messages.map(({ payload, timetoken, meta }) =>
      withToken || withMeta
        ? `{"message":${payload}${withToken ? `,"timetoken":${asText ? `"${timetoken}"` : timetoken}` : ''}${withMeta ? `,"meta":${meta ?? '""'}` : ''}}`
        : payload,
    );
    const first = messages[0]?.timetoken ?? '0';
    const last = messages[messages.length - 1]?.timetoken ?? '0';
    return text(`[[${items.join(',')}],${first},${last}]`);
  };

  const base = '/v3/history/sub-key/:';
  return [
    {
      method: 'GET',
      path: `${base}/channel/:`,
      handle: (request, subscribeKey, list) => {
        access.requireSubscribeKey(subscribeKey ?? '');
        return fetch(request, list ?? '', false);
      },
    },
    {
      method: 'GET',
      path: '/v3/history-with-actions/sub-key/:/channel/:',
      handle: (request, subscribeKey, list) => {
        access.requireSubscribeKey(subscribeKey ?? '');
        return fetch(request, list ?? '', true);
      },
    },
    { method: 'DELETE', path: `${base}/channel/:`, handle: remove },
    { method: 'GET', path: `${base}/message-counts/:`, handle: counts },
    { method: 'GET', path: '/v2/history/sub-key/:/channel/:', handle: fetchV2 },
  ];
}

function fail(error: Error): never {
  throw error;
}

/** `start` is exclusive, `end` inclusive. `start` is the upper bound, or the lower bound in reverse order. */
function rangeOf(start: Timetoken | null, end: Timetoken | null, isReverse: boolean) {
  if (isReverse) return { above: start ?? EARLIEST, through: end ?? LATEST };
  if (start !== null && end !== null && start < end) return { above: start, through: end };
  return {
    above: end === null ? EARLIEST : timetokenBefore(end),
    through: start === null ? LATEST : timetokenBefore(start),
  };
}

/** A message with the fields that the request includes. The payload is sent as it was received. */
function serializeMessage(message: StoredMessage, { query }: HttpRequest, actions: ActionsOf | null): string {
  const { payload, timetoken, publisher, meta, kind, custom_type } = message;
  const includes = (flag: string) => query.get(`include_${flag}`) === 'true';
  const found = actions?.get(timetoken);
  return [
    `{"message":${payload},"timetoken":"${timetoken}"`,
    includes('uuid') ? `,"uuid":${JSON.stringify(publisher ?? '')}` : '',
    includes('meta') ? `,"meta":${meta ?? '""'}` : '',
    includes('message_type') ? `,"message_type":${kind === KIND.file ? KIND.file : null}` : '',
    includes('custom_message_type') ? `,"custom_message_type":${JSON.stringify(custom_type)}` : '',
    found ? `,"actions":${JSON.stringify(found)}` : '',
    '}',
  ].join('');
}

/** The link to the next page, or null on the last page. */
function nextPage(limit: number, messages: readonly StoredMessage[], request: HttpRequest) {
  const oldest = messages[0];
  if (!oldest || messages.length < limit) return null;
  const { timetoken } = oldest;
  return { url: `${request.rawPath}?start=${timetoken}&max=${limit}`, start: timetoken, max: limit };
}
