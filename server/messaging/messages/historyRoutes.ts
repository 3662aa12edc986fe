import type { AccessManager } from '../access/accessManager.ts';
import { BIT } from '../access/permissions.ts';
import type { Database } from '../database.ts';
import { historyRefusal, text } from '../http/answer.ts';
import { type Call, readCount } from '../http/call.ts';
import type { Route } from '../http/router.ts';
import {
  EARLIEST,
  LATEST,
  readTimetoken,
  type Timetoken,
  type Timetokens,
  timetokenBefore,
} from '../timetokens.ts';
import { type ActionsOf, readActions } from './actionTable.ts';
import { KIND } from './event.ts';
import { countMessages, deleteMessages, readHistory, type StoredMessage } from './messageTable.ts';
import { isChannelName, readNames } from './names.ts';
import type { Tail } from './tail.ts';

const MAX_ONE_CHANNEL = 100;
const MAX_EACH_CHANNEL = 25;
const MAX_CHANNELS = 500;
const MAX_COUNTED_CHANNELS = 100;
const MAX_COUNT = 10_000;

export interface HistoryOptions {
  access: AccessManager;
  database: Database;
  timetokens: Timetokens;
  tail: Tail;
}

const invalid = (argument: string) => historyRefusal(400, `Invalid Arguments: ${argument}`);

export function historyRoutes({ access, database, timetokens, tail }: HistoryOptions): Route[] {
  /** `start` and `end` as the wire has them; absent: null. */
  const bound = (call: Call, name: 'start' | 'end'): Timetoken | null => {
    const given = call.query.get(name);
    if (given === undefined || given === '') return null;
    return readTimetoken(given) ?? fail(invalid(name));
  };
  const channelsIn = (list: string, max: number): string[] => {
    const channels = readNames(list);
    if (channels.length === 0 || channels.length > max || !channels.every(isChannelName))
      throw invalid('channel');
    return channels;
  };

  const fetch = async (call: Call, list: string, withActions: boolean) => {
    const channels = channelsIn(list, withActions ? 1 : MAX_CHANNELS);
    access.demand(access.identify(call), BIT.read, { channels });
    const most = channels.length === 1 && !withActions ? MAX_ONE_CHANNEL : MAX_EACH_CHANNEL;
    // Older clients ask for up to 500: they get what there is, not a refusal.
    const limit = readCount(call.query.get('max'), { fallback: most, max: most, min: 1 }, () =>
      invalid('max'),
    );
    const [start, end] = [bound(call, 'start'), bound(call, 'end')];
    const range = rangeOf(start, end, false);
    const now = timetokens.time();
    const history = await readHistory(database, channels, { ...range, limit, newestFirst: true, now });
    const actions = withActions
      ? await readActions(database, channels[0] ?? '', [...history.values()].flat())
      : null;
    const parts = [...history].map(
      ([channel, messages]) =>
        `${JSON.stringify(channel)}:[${messages.map((message) => describe(message, call, actions)).join(',')}]`,
    );
    const more = actions && cutBy(limit, history.get(channels[0] ?? '') ?? [], call);
    return text(
      `{"status":200,"error":false,"error_message":"","channels":{${parts.join(',')}}${more ? `,"more":${JSON.stringify(more)}` : ''}}`,
    );
  };

  const remove = async (call: Call, subscribeKey: string, channel: string) => {
    access.demandSubscribeKey(subscribeKey);
    if (!isChannelName(channel)) throw invalid('channel');
    access.demand(access.identify(call), BIT.delete, { channels: [channel] });
    const [start, end] = [bound(call, 'start') ?? EARLIEST, bound(call, 'end') ?? LATEST];
    // Given the other way round they mean the same range.
    const [above, through] = start <= end ? [start, end] : [end, start];
    tail.forget(channel, (timetoken) => timetoken > above && timetoken <= through);
    await deleteMessages(database, channel, above, through);
    return text('{"status":200,"error":false,"error_message":""}');
  };

  const counts = async (call: Call, subscribeKey: string, list: string) => {
    access.demandSubscribeKey(subscribeKey);
    const channels = channelsIn(list, MAX_COUNTED_CHANNELS);
    access.demand(access.identify(call), BIT.read, { channels });
    const common = call.query.get('timetoken');
    const each = call.query.get('channelsTimetoken');
    if ((common === undefined) === (each === undefined)) throw invalid('timetoken');
    const given = each === undefined ? channels.map(() => common ?? '') : each.split(',');
    if (given.length !== channels.length) throw invalid('channelsTimetoken');
    const after = given.map((one) => readTimetoken(one.trim()) ?? fail(invalid('timetoken')));
    const counted = await countMessages(database, channels, after, {
      max: MAX_COUNT,
      now: timetokens.time(),
    });
    return text(
      JSON.stringify({ status: 200, error: false, error_message: '', channels: Object.fromEntries(counted) }),
    );
  };

  /** The older form, one channel at a time: `[messages, first, last]`. */
  const fetchOld = async (call: Call, subscribeKey: string, channel: string) => {
    access.demandSubscribeKey(subscribeKey);
    if (!isChannelName(channel)) throw invalid('channel');
    access.demand(access.identify(call), BIT.read, { channels: [channel] });
    const { query } = call;
    const limit = readCount(
      query.get('count'),
      { fallback: MAX_ONE_CHANNEL, max: MAX_ONE_CHANNEL, min: 1 },
      () => invalid('count'),
    );
    const isReverse = query.get('reverse') === 'true';
    const history = await readHistory(database, [channel], {
      ...rangeOf(bound(call, 'start'), bound(call, 'end'), isReverse),
      limit,
      newestFirst: !isReverse,
      now: timetokens.time(),
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
      handle: (call, subscribeKey, list) => {
        access.demandSubscribeKey(subscribeKey ?? '');
        return fetch(call, list ?? '', false);
      },
    },
    {
      method: 'GET',
      path: '/v3/history-with-actions/sub-key/:/channel/:',
      handle: (call, subscribeKey, list) => {
        access.demandSubscribeKey(subscribeKey ?? '');
        return fetch(call, list ?? '', true);
      },
    },
    { method: 'DELETE', path: `${base}/channel/:`, handle: remove },
    { method: 'GET', path: `${base}/message-counts/:`, handle: counts },
    { method: 'GET', path: '/v2/history/sub-key/:/channel/:', handle: fetchOld },
  ];
}

function fail(error: Error): never {
  throw error;
}

/** `start` is left out, `end` is taken. Going down from the newest `start` is the upper bound, going up the lower. */
function rangeOf(start: Timetoken | null, end: Timetoken | null, isReverse: boolean) {
  if (isReverse) return { above: start ?? EARLIEST, through: end ?? LATEST };
  if (start !== null && end !== null && start < end) return { above: start, through: end };
  return {
    above: end === null ? EARLIEST : timetokenBefore(end),
    through: start === null ? LATEST : timetokenBefore(start),
  };
}

/** One message, with what was asked for. The payload goes out as it came in. */
function describe(message: StoredMessage, { query }: Call, actions: ActionsOf | null): string {
  const { payload, timetoken, publisher, meta, kind, custom_type } = message;
  const isAsked = (flag: string) => query.get(flag) === 'true';
  const found = actions?.get(timetoken);
  return [
    `{"message":${payload},"timetoken":"${timetoken}"`,
    isAsked('include_uuid') ? `,"uuid":${JSON.stringify(publisher ?? '')}` : '',
    isAsked('include_meta') ? `,"meta":${meta ?? '""'}` : '',
    isAsked('include_message_type') ? `,"message_type":${kind === KIND.file ? KIND.file : null}` : '',
    isAsked('include_custom_message_type') ? `,"custom_message_type":${JSON.stringify(custom_type)}` : '',
    found ? `,"actions":${JSON.stringify(found)}` : '',
    '}',
  ].join('');
}

/** Where an answer that was cut goes on. */
function cutBy(limit: number, messages: readonly StoredMessage[], call: Call) {
  const oldest = messages[0];
  if (!oldest || messages.length < limit) return null;
  const { timetoken } = oldest;
  return { url: `${call.rawPath}?start=${timetoken}&max=${limit}`, start: timetoken, max: limit };
}
