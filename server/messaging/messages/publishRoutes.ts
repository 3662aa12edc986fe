import type { AccessManager, Keys } from '../access/accessManager.ts';
import { BIT } from '../access/permissions.ts';
import { javascript, Refusal, text } from '../http/answer.ts';
import { type Call, isRecord, readJson } from '../http/call.ts';
import type { Route } from '../http/router.ts';
import type { Timetokens } from '../timetokens.ts';
import { type Draft, KIND, type Kind } from './event.ts';
import type { EventLog } from './eventLog.ts';
import { isChannelName, isPresence, isWildcard } from './names.ts';

const MESSAGE_MAX_BYTES = 32_768;
const SIGNAL_MAX_BYTES = 64;
const META_MAX_BYTES = 4_096;
const TTL_MAX_HOURS = 24 * 365 * 100;

export interface PublishOptions {
  access: AccessManager;
  keys: Keys;
  log: EventLog;
  timetokens: Timetokens;
}

export function publishRoutes({ access, keys, log, timetokens }: PublishOptions): Route[] {
  /** Publishing has a shape of its own for refusals; a 200 with a 0 in it would be taken for success. */
  const refuse = (status: number, message: string) =>
    new Refusal(javascript([0, message, timetokens.time()], status));

  const say = async (call: Call, names: string[], payload: string, kind: Kind) => {
    const [publishKey, subscribeKey, channel = ''] = names;
    if (publishKey !== keys.publishKey) throw refuse(400, 'Invalid Key');
    access.demandSubscribeKey(subscribeKey ?? '');
    if (isWildcard(channel)) throw refuse(400, 'Wildcard maximum depth exceeded');
    if (!isChannelName(channel) || isPresence(channel)) throw refuse(400, 'Invalid Channel Name');
    const caller = access.identify(call);
    access.demand(caller, BIT.write, { channels: [channel] });
    const message = payload.trim();
    const size = Buffer.byteLength(message);
    if (kind === KIND.signal && size > SIGNAL_MAX_BYTES) throw refuse(400, 'Signal size too large');
    if (size > MESSAGE_MAX_BYTES) throw refuse(413, 'Request Entity Too Large');
    const value = readJson(message, () => refuse(400, 'Invalid JSON'));
    if (kind === KIND.file && !isRecord(value) && typeof value !== 'string')
      throw refuse(400, 'Invalid JSON');
    const options = readOptions(call, kind);
    const timetoken = await log.append({
      channel,
      kind,
      payload: message,
      publisher: caller.uuid ?? undefined,
      ...options,
    });
    return text(`[1,"Sent","${timetoken}"]`);
  };

  const readOptions = (
    { query }: Call,
    kind: Kind,
  ): Pick<Draft, 'meta' | 'customType' | 'stored' | 'ttlHours' | 'silent'> => {
    const meta = query.get('meta')?.trim() || undefined;
    if (meta !== undefined) {
      if (Buffer.byteLength(meta) > META_MAX_BYTES) throw refuse(413, 'Request Entity Too Large');
      readJson(meta, () => refuse(400, 'Invalid JSON'));
    }
    const customType = query.get('custom_message_type') || undefined;
    if (customType !== undefined && !/^[A-Za-z0-9_-]{3,50}$/.test(customType))
      throw refuse(400, 'Invalid custom_message_type');
    const ttl = query.get('ttl') || '0';
    if (!/^[0-9]{1,9}$/.test(ttl)) throw refuse(400, 'Invalid ttl');
    const stored = kind !== KIND.signal && query.get('store') !== '0';
    return {
      meta,
      customType,
      stored,
      ttlHours: Math.min(Number(ttl), TTL_MAX_HOURS),
      // `fire`: neither stored nor delivered.
      silent: !stored && query.get('norep') === 'true',
    };
  };

  const publish = (call: Call, publishKey: string, subscribeKey: string, channel: string, payload: string) =>
    say(call, [publishKey, subscribeKey, channel], payload, KIND.message);
  const publishBody = (call: Call, publishKey: string, subscribeKey: string, channel: string) =>
    say(call, [publishKey, subscribeKey, channel], call.body.toString('utf8'), KIND.message);
  const signal = (call: Call, publishKey: string, subscribeKey: string, channel: string, payload: string) =>
    say(call, [publishKey, subscribeKey, channel], payload, KIND.signal);
  const publishFile = (
    call: Call,
    publishKey: string,
    subscribeKey: string,
    channel: string,
    payload: string,
  ) => say(call, [publishKey, subscribeKey, channel], payload, KIND.file);

  return [
    { method: 'GET', path: '/publish/:/:/0/:/0/:', handle: publish },
    { method: 'POST', path: '/publish/:/:/0/:/0', handle: publishBody },
    { method: 'GET', path: '/signal/:/:/0/:/0/:', handle: signal },
    { method: 'GET', path: '/v1/files/publish-file/:/:/0/:/0/:', handle: publishFile },
    {
      method: 'GET',
      path: '/time/0',
      // A bare number, as it is on the wire: clients read it as text.
      handle: () => ({ ...javascript([]), body: `[${timetokens.time()}]` }),
    },
  ];
}
