import type { NotificationMessage } from '#contract/notifications.ts';
import { MessagingAway, MessagingRefusal, type Realtime, type TokenHolder } from '#server/realtime/index.ts';

export interface Published {
  channel: string;
  message: NotificationMessage;
  id: string;
}

/** The messaging service as the API sees it: the one part of it that is not real in these tests. */
export function createFakeServerRealtime() {
  const fake = {
    published: [] as Published[],
    granted: [] as TokenHolder[],
    revoked: [] as string[],
    /** Read positions by `channel/uuid`. */
    positions: new Map<string, string>(),
    messages: [] as { channel: string; publisher: string; timetoken: string; changes: string[] }[],
    isAway: false,
    /** Refuses these for good. */
    refuses: (_message: NotificationMessage) => false,
  };
  const reach = () => {
    if (fake.isAway) throw new MessagingAway('away');
  };
  const realtime: Realtime = {
    async publish(channel, message, { id }) {
      reach();
      if (fake.refuses(message)) throw new MessagingRefusal('refused');
      fake.published.push({ channel, message, id });
    },
    async grant(holder) {
      reach();
      fake.granted.push(holder);
      return `token-${fake.granted.length}`;
    },
    async revoke(token) {
      reach();
      fake.revoked.push(token);
    },
    async readPosition(channel, uuid) {
      reach();
      return fake.positions.get(`${channel}/${uuid}`) ?? null;
    },
    async messagesAfter(channel, timetoken, until) {
      reach();
      return fake.messages
        .filter((one) => one.channel === channel && BigInt(one.timetoken) > BigInt(timetoken))
        .filter((one) => until === undefined || BigInt(one.timetoken) < BigInt(until))
        .slice(-25);
    },
    isReachable: async () => !fake.isAway,
    stop() {},
  };
  return Object.assign(fake, { realtime });
}
