import type PubNub from 'pubnub';
import type { NotificationMessage } from '#contract/notifications/notifications.ts';
import { permissionsOf } from './permissions.ts';
import {
  type MessageSummary,
  MessagingRejected,
  MessagingUnavailable,
  type Realtime,
  type StoredMessage,
} from './realtimePort.ts';
import { followCalls } from './requestHeaders.ts';

export interface PubNubSettings {
  publishKey: string;
  subscribeKey: string;
  secretKey: string;
  /** `host:port` of a compatible service; null for PubNub itself. */
  origin: string | null;
  ssl: boolean;
}

/** The SDK and its HTTP client are 240 modules, so the first call loads them, not the start of the server. */
const loadSdk = () => import('pubnub');

const TIMEOUT_SECONDS = 5;
/** The service's limit for messages with their actions. */
const MESSAGES_WITH_ACTIONS = 25;
const MEMBERSHIPS_PER_PAGE = 100;
/** Errors that a retry cannot fix. The causes of 403 (keys) and 429 (rate limit) can change. */
const REJECTED = new Set([400, 413, 414]);

/** The server's client for the messaging service. It publishes with the secret key and never subscribes. */
export function connectPubNub({
  publishKey,
  subscribeKey,
  secretKey,
  origin,
  ssl,
}: PubNubSettings): Realtime {
  const connect = async () => {
    const { default: PubNub } = await loadSdk();
    return new PubNub({
      publishKey,
      subscribeKey,
      secretKey,
      userId: 'trellis-server',
      ssl,
      ...(origin !== null && { origin }),
      transactionalRequestTimeout: TIMEOUT_SECONDS,
      // The outbox and other callers retry themselves.
      retryConfiguration: PubNub.NoneRetryPolicy(),
      enableEventEngine: false,
      suppressLeaveEvents: true,
    });
  };
  let connected: Promise<PubNub> | undefined;
  const send = async <T>(call: (pubnub: PubNub) => Promise<T>): Promise<T> => {
    connected ??= connect();
    const pubnub = await connected;
    try {
      return await call(pubnub);
    } catch (error) {
      throw classify(error as SdkError);
    }
  };
  const realtime: Realtime = {
    async publish(channel, message, meta) {
      await send((pubnub) =>
        pubnub.publish({ channel, message: toPayload(message), meta, storeInHistory: true }),
      );
    },
    grant: (holder, minutes) =>
      send((pubnub) =>
        pubnub.grantToken({ ttl: minutes, authorized_uuid: holder.uuid, ...permissionsOf(holder) }),
      ),
    grantChannel: (uuid, channel, minutes) =>
      send((pubnub) =>
        pubnub.grantToken({
          ttl: minutes,
          authorized_uuid: uuid,
          resources: { channels: { [channel]: { read: true, write: true } } },
        }),
      ),
    async revoke(token) {
      await send((pubnub) => pubnub.revokeToken(token));
    },
    async setMembers(channel, uuids) {
      await send((pubnub) => pubnub.objects.setChannelMembers({ channel, uuids: [...uuids] }));
    },
    async membership(channel, uuid) {
      const { data } = await send(
        // A conversation has 2 members, so one page is enough.
        (pubnub) => pubnub.objects.getChannelMembers({ channel, include: { customFields: true }, limit: 10 }),
      );
      const found = data.find((member) => member.uuid.id === uuid);
      if (!found) return null;
      const timetoken = found.custom?.timetoken;
      return { timetoken: timetoken == null ? null : String(timetoken) };
    },
    async messagesAfter(channel, timetoken, until) {
      const { channels } = await send((pubnub) =>
        pubnub.fetchMessages({
          channels: [channel],
          end: timetoken,
          ...(until !== undefined && { start: until }),
          count: MESSAGES_WITH_ACTIONS,
          includeUUID: true,
          includeMessageActions: true,
        }),
      );
      const found = channels[channel] ?? [];
      // `end` is inclusive
      return found.filter((one) => String(one.timetoken) !== timetoken).map(summaryOf);
    },
    async channelsOf(uuid) {
      const channels: string[] = [];
      let next: string | undefined;
      do {
        const page = await send((pubnub) =>
          pubnub.objects.getMemberships({
            uuid,
            limit: MEMBERSHIPS_PER_PAGE,
            ...(next !== undefined && { page: { next } }),
          }),
        );
        channels.push(...page.data.map(({ channel }) => channel.id));
        next = page.data.length === MEMBERSHIPS_PER_PAGE ? page.next : undefined;
      } while (next !== undefined);
      return channels;
    },
    async history(channel, before) {
      const { channels } = await send((pubnub) =>
        pubnub.fetchMessages({
          channels: [channel],
          ...(before !== undefined && { start: before }),
          count: MESSAGES_WITH_ACTIONS,
          includeUUID: true,
          includeMessageActions: true,
        }),
      );
      return (channels[channel] ?? []).map(storedMessageOf);
    },
    async deleteMessages(channel, after, through) {
      await send((pubnub) => pubnub.deleteMessages({ channel, start: after, end: through }));
    },
    async forget(uuid, channels) {
      for (let at = 0; at < channels.length; at += MEMBERSHIPS_PER_PAGE)
        await send((pubnub) =>
          pubnub.objects.removeMemberships({
            uuid,
            channels: channels.slice(at, at + MEMBERSHIPS_PER_PAGE),
          }),
        );
      await send((pubnub) => pubnub.objects.removeUUIDMetadata({ uuid }));
    },
    async isReachable() {
      try {
        await send((pubnub) => pubnub.time());
        return true;
      } catch {
        return false;
      }
    },
    stop() {
      void connected?.then((pubnub) => pubnub.destroy(true));
    },
  };
  // PubNub itself has no use for our headers.
  return followCalls(realtime, { sendsHeaders: origin !== null });
}

function summaryOf(fetched: FetchedMessage): MessageSummary {
  const publisher = fetched.uuid ?? '';
  const types = Object.entries(fetched.actions ?? {}).filter(([, values]) =>
    Object.values(values).some((actions) => actions.some(({ uuid }) => uuid === publisher)),
  );
  return { publisher, actionTypes: types.map(([type]) => type) };
}

function storedMessageOf(fetched: FetchedMessage): StoredMessage {
  const publisher = fetched.uuid ?? '';
  const actions = Object.entries(fetched.actions ?? {}).flatMap(([type, values]) =>
    Object.entries(values).flatMap(([value, made]) =>
      made
        .filter(({ uuid }) => uuid === publisher)
        .map(({ actionTimetoken }) => ({ type, value, at: BigInt(actionTimetoken) })),
    ),
  );
  actions.sort((a, b) => (a.at < b.at ? -1 : 1));
  return {
    timetoken: String(fetched.timetoken),
    publisher,
    content: fetched.message,
    actions: actions.map(({ type, value }) => ({ type, value })),
  };
}
interface FetchedMessage {
  timetoken: string | number;
  message: unknown;
  uuid?: string;
  actions?: Record<string, Record<string, { uuid: string; actionTimetoken: string | number }[]>>;
}

/** Encrypts like a client of an organisation with that key. */
export async function createEncryptor(cipherKey: string): Promise<(text: string) => string> {
  const { default: PubNub } = await loadSdk();
  const cipher = PubNub.CryptoModule.aesCbcCryptoModule({ cipherKey });
  return (text) => {
    const encrypted = cipher.encrypt(text);
    return typeof encrypted === 'string' ? encrypted : Buffer.from(encrypted).toString('base64');
  };
}

/** Removes undefined fields, as JSON does. */
const toPayload = (message: NotificationMessage) => JSON.parse(JSON.stringify(message)) as PubNub.Payload;

interface SdkError extends Error {
  status?: { statusCode?: number; category?: string };
}

function classify({ message, status }: SdkError): MessagingRejected | MessagingUnavailable {
  const reason = `${message} (${status?.category ?? 'no response'}, ${status?.statusCode ?? '-'})`;
  return REJECTED.has(status?.statusCode ?? 0)
    ? new MessagingRejected(reason)
    : new MessagingUnavailable(reason);
}
