import PubNub from 'pubnub';
import type { NotificationMessage } from '#contract/notifications.ts';
import { permissionsOf } from './permissions.ts';
import { type MessageMark, MessagingAway, MessagingRefusal, type Realtime } from './realtime.ts';

export interface PubNubSettings {
  publishKey: string;
  subscribeKey: string;
  secretKey: string;
  /** `host:port` of a compatible service, where it is not PubNub's own. */
  origin: string | null;
  ssl: boolean;
}

/** Nobody waits longer for the messaging service than this. */
const TIMEOUT_SECONDS = 5;
/** More the service does not give together with what was said about them. */
const MESSAGES_WITH_CHANGES = 25;
/** A client error that is about this very request; 403 and 429 are about keys and pace, which can change. */
const FINAL = new Set([400, 413, 414]);

/** The server's own client of the messaging service: it publishes with the secret key and never subscribes. */
export function connectPubNub({
  publishKey,
  subscribeKey,
  secretKey,
  origin,
  ssl,
}: PubNubSettings): Realtime {
  const pubnub = new PubNub({
    publishKey,
    subscribeKey,
    secretKey,
    userId: 'trellis-server',
    ssl,
    ...(origin !== null && { origin }),
    transactionalRequestTimeout: TIMEOUT_SECONDS,
    // The outbox and the caller try again in their own time; the SDK would do it unseen.
    retryConfiguration: PubNub.NoneRetryPolicy(),
    enableEventEngine: false,
    suppressLeaveEvents: true,
  });
  return {
    async publish(channel, message, meta) {
      await inTime(pubnub.publish({ channel, message: plain(message), meta, storeInHistory: true }));
    },
    grant: (holder, minutes) =>
      inTime(pubnub.grantToken({ ttl: minutes, authorized_uuid: holder.uuid, ...permissionsOf(holder) })),
    async revoke(token) {
      await inTime(pubnub.revokeToken(token));
    },
    async readPosition(channel, uuid) {
      const { data } = await inTime(
        // A conversation has two members, so that nothing needs to be searched or turned over.
        pubnub.objects.getChannelMembers({ channel, include: { customFields: true }, limit: 10 }),
      );
      const position = data.find((member) => member.uuid.id === uuid)?.custom?.timetoken;
      return position == null ? null : String(position);
    },
    async messagesAfter(channel, timetoken, until) {
      const { channels } = await inTime(
        pubnub.fetchMessages({
          channels: [channel],
          end: timetoken,
          ...(until !== undefined && { start: until }),
          count: MESSAGES_WITH_CHANGES,
          includeUUID: true,
          includeMessageActions: true,
        }),
      );
      const found = channels[channel] ?? [];
      // `end` is inclusive
      return found.filter((one) => String(one.timetoken) !== timetoken).map(markOf);
    },
    async isReachable() {
      try {
        await inTime(pubnub.time());
        return true;
      } catch {
        return false;
      }
    },
    stop: () => pubnub.destroy(true),
  };
}

function markOf(fetched: FetchedMessage): MessageMark {
  const publisher = fetched.uuid ?? '';
  const changes = Object.entries(fetched.actions ?? {}).filter(([, values]) =>
    Object.values(values).some((actions) => actions.some(({ uuid }) => uuid === publisher)),
  );
  return { publisher, changes: changes.map(([type]) => type) };
}
interface FetchedMessage {
  uuid?: string;
  actions?: Record<string, Record<string, { uuid: string }[]>>;
}

/** As a client of an organisation with that key would send it. */
export function sealWith(cipherKey: string): (text: string) => string {
  const cipher = PubNub.CryptoModule.aesCbcCryptoModule({ cipherKey });
  return (text) => {
    const sealed = cipher.encrypt(text);
    return typeof sealed === 'string' ? sealed : Buffer.from(sealed).toString('base64');
  };
}

/** As it travels: what is undefined is left out. */
const plain = (message: NotificationMessage) => JSON.parse(JSON.stringify(message)) as PubNub.Payload;

async function inTime<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const { status } = error as { status?: { statusCode?: number; category?: string } };
    const words = `${(error as Error).message} (${status?.category ?? 'no answer'}, ${status?.statusCode ?? '-'})`;
    if (FINAL.has(status?.statusCode ?? 0)) throw new MessagingRefusal(words);
    throw new MessagingAway(words);
  }
}
