import PubNub from 'pubnub';
import type { NotificationMessage } from '#contract/notifications.ts';
import { permissionsOf } from './permissions.ts';
import { MessagingAway, MessagingRefusal, type Realtime } from './realtime.ts';

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
