import type { AccessManager, Keys } from '#server/messaging/access/accessManager.ts';
import { BIT } from '#server/messaging/access/permissions.ts';
import { type HttpRequest, isRecord, readJson } from '#server/messaging/http/request.ts';
import { ApiError, javascript, text } from '#server/messaging/http/response.ts';
import type { Route } from '#server/messaging/http/router.ts';
import { isChannelName, isPresenceChannel, isWildcard } from '#server/messaging/identifiers.ts';
import { type EventDraft, KIND, type Kind } from '#server/messaging/log/event.ts';
import type { EventLog } from '#server/messaging/log/eventLog.ts';
import type { Sequencer } from '#server/messaging/log/sequencer.ts';
import type { UnsharedLimit } from './unsharedLimit.ts';

const MESSAGE_MAX_BYTES = 32_768;
const SIGNAL_MAX_BYTES = 64;
const META_MAX_BYTES = 4_096;
const TTL_MAX_HOURS = 24 * 365 * 100;

export interface PublishOptions {
  access: AccessManager;
  keys: Keys;
  log: EventLog;
  sequencer: Sequencer;
  hasFiles: boolean;
  unsharedLimit: UnsharedLimit | null;
}

export function publishRoutes({
  access,
  keys,
  log,
  sequencer,
  hasFiles,
  unsharedLimit,
}: PublishOptions): Route[] {
  /** Publish has its own error format. The status must not be 200, because clients take that for success. */
  const publishError = (status: number, message: string) =>
    new ApiError(javascript([0, message, sequencer.time()], status));

  const publishEvent = async (request: HttpRequest, names: string[], payload: string, kind: Kind) => {
    const [publishKey, subscribeKey, channel = ''] = names;
    if (publishKey !== keys.publishKey) throw publishError(400, 'Invalid Key');
    access.requireSubscribeKey(subscribeKey ?? '');
    if (isWildcard(channel)) throw publishError(400, 'Wildcard maximum depth exceeded');
    if (!isChannelName(channel) || isPresenceChannel(channel))
      throw publishError(400, 'Invalid Channel Name');
    const caller = access.identify(request);
    access.requirePermission(caller, BIT.write, { channels: [channel] });
    const message = payload.trim();
    const size = Buffer.byteLength(message);
    if (kind === KIND.signal && size > SIGNAL_MAX_BYTES) throw publishError(400, 'Signal size too large');
    if (size > MESSAGE_MAX_BYTES) throw publishError(413, 'Request Entity Too Large');
    const value = readJson(message, () => publishError(400, 'Invalid JSON'));
    if (kind === KIND.file && !isRecord(value) && typeof value !== 'string')
      throw publishError(400, 'Invalid JSON');
    const options = readOptions(request, kind);
    if (options.stored && unsharedLimit) await unsharedLimit.check(caller, channel);
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
    { query }: HttpRequest,
    kind: Kind,
  ): Pick<EventDraft, 'meta' | 'customType' | 'stored' | 'ttlHours' | 'silent'> => {
    const meta = query.get('meta')?.trim() || undefined;
    if (meta !== undefined) {
      if (Buffer.byteLength(meta) > META_MAX_BYTES) throw publishError(413, 'Request Entity Too Large');
      readJson(meta, () => publishError(400, 'Invalid JSON'));
    }
    const customType = query.get('custom_message_type') || undefined;
    if (customType !== undefined && !/^[A-Za-z0-9_-]{3,50}$/.test(customType))
      throw publishError(400, 'Invalid custom_message_type');
    // The Chat SDK sends `ttl=null` with each message that has no time to live. 0 means the same.
    const given = query.get('ttl');
    const ttl = given === undefined || given === '' || given === 'null' ? '0' : given;
    if (!/^[0-9]{1,9}$/.test(ttl)) throw publishError(400, 'Invalid ttl');
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

  const publish = (
    request: HttpRequest,
    publishKey: string,
    subscribeKey: string,
    channel: string,
    payload: string,
  ) => publishEvent(request, [publishKey, subscribeKey, channel], payload, KIND.message);
  const publishBody = (request: HttpRequest, publishKey: string, subscribeKey: string, channel: string) =>
    publishEvent(request, [publishKey, subscribeKey, channel], request.body.toString('utf8'), KIND.message);
  const signal = (
    request: HttpRequest,
    publishKey: string,
    subscribeKey: string,
    channel: string,
    payload: string,
  ) => publishEvent(request, [publishKey, subscribeKey, channel], payload, KIND.signal);
  const publishFile = (
    request: HttpRequest,
    publishKey: string,
    subscribeKey: string,
    channel: string,
    payload: string,
  ) => publishEvent(request, [publishKey, subscribeKey, channel], payload, KIND.file);

  const fileRoute: Route = {
    method: 'GET',
    path: '/v1/files/publish-file/:/:/0/:/0/:',
    handle: publishFile,
  };
  return [
    ...(hasFiles ? [fileRoute] : []),
    { method: 'GET', path: '/publish/:/:/0/:/0/:', handle: publish },
    { method: 'POST', path: '/publish/:/:/0/:/0', handle: publishBody },
    { method: 'GET', path: '/signal/:/:/0/:/0/:', handle: signal },
    {
      method: 'GET',
      path: '/time/0',
      // `JSON.stringify` would lose digits, because a timetoken exceeds the precision of JavaScript numbers.
      handle: () => ({ ...javascript([]), body: `[${sequencer.time()}]` }),
    },
  ];
}
