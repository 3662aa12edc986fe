import type { NotificationMessage } from '#contract/notifications/notifications.ts';
import {
  MessagingRejected,
  MessagingUnavailable,
  type Realtime,
  type TokenHolder,
} from '#server/realtime/index.ts';

export interface Published {
  channel: string;
  message: NotificationMessage;
  id: string;
}

/** A fake of the messaging service for tests of the API. */
export function createFakeServerRealtime() {
  const fake = {
    published: [] as Published[],
    granted: [] as TokenHolder[],
    revoked: [] as string[],
    /** Memberships by `channel/uuid`. */
    members: new Set<string>(),
    /** Read positions by `channel/uuid`. */
    positions: new Map<string, string>(),
    messages: [] as {
      channel: string;
      publisher: string;
      timetoken: string;
      actionTypes: string[];
      content?: unknown;
    }[],
    isDown: false,
    /** Messages that the service rejects. */
    rejects: (_message: NotificationMessage) => false,
  };
  const requireUp = () => {
    if (fake.isDown) throw new MessagingUnavailable('down');
  };
  const realtime: Realtime = {
    async publish(channel, message, { id }) {
      requireUp();
      if (fake.rejects(message)) throw new MessagingRejected('rejected');
      fake.published.push({ channel, message, id });
    },
    async grant(holder) {
      requireUp();
      fake.granted.push(holder);
      return `token-${fake.granted.length}`;
    },
    async grantChannel(uuid, channel) {
      requireUp();
      return `token of ${uuid} for ${channel}`;
    },
    async revoke(token) {
      requireUp();
      fake.revoked.push(token);
    },
    async setMembers(channel, uuids) {
      requireUp();
      for (const uuid of uuids) fake.members.add(`${channel}/${uuid}`);
    },
    async membership(channel, uuid) {
      requireUp();
      const key = `${channel}/${uuid}`;
      return fake.members.has(key) ? { timetoken: fake.positions.get(key) ?? null } : null;
    },
    async messagesAfter(channel, timetoken, until) {
      requireUp();
      return fake.messages
        .filter((one) => one.channel === channel && BigInt(one.timetoken) > BigInt(timetoken))
        .filter((one) => until === undefined || BigInt(one.timetoken) < BigInt(until))
        .slice(-25);
    },
    async channelsOf(uuid) {
      requireUp();
      return [...fake.members].flatMap((key) => (key.endsWith(`/${uuid}`) ? [key.split('/')[0] ?? ''] : []));
    },
    async history(channel, before) {
      requireUp();
      return fake.messages
        .filter((one) => one.channel === channel)
        .filter(({ timetoken }) => before === undefined || BigInt(timetoken) < BigInt(before))
        .slice(-25)
        .map(({ timetoken, publisher, content = null }) => ({ timetoken, publisher, content, actions: [] }));
    },
    async deleteMessages(channel, after, through) {
      requireUp();
      fake.messages = fake.messages.filter(
        (one) =>
          one.channel !== channel ||
          BigInt(one.timetoken) <= BigInt(after) ||
          BigInt(one.timetoken) > BigInt(through),
      );
    },
    async forget(uuid) {
      requireUp();
      for (const key of fake.members) if (key.endsWith(`/${uuid}`)) fake.members.delete(key);
    },
    isReachable: async () => !fake.isDown,
    stop() {},
  };
  return Object.assign(fake, { realtime });
}
