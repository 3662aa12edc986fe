import { setTimeout as delay } from 'node:timers/promises';
import type { SessionUser } from '#contract/access/session.ts';
import { chatChannel } from '#contract/messaging/channels.ts';
import type { MessagingConfig } from '#contract/messaging/messaging.ts';
import { connectPubNub } from '#sagas/realtime/pubnub.ts';
import { apiAs } from './api.ts';

const BATCH_SIZE = 10;
/** Keeps a client at 125 messages per second, below the limit of 200 requests per second and person. */
const BATCH_MS = 80;
let sentCount = 0;

/** A messaging client of one user without a screen, for many messages or for messages our screens would not send. */
export async function connectAs(
  url: string,
  email: string,
  to: Pick<SessionUser, 'userId'>,
  password?: string,
) {
  const api = await apiAs(url, email, password);
  const me = (await api.get<SessionUser>('/api/session')).body;
  const realtime = await connectPubNub((await api.get<MessagingConfig>('/api/messaging/config')).body);
  const channel = chatChannel(me.tenantId, me.userId, to.userId);
  await api.post('/api/conversations', { peerId: to.userId });
  const user = { id: me.userId, firstName: me.firstName, lastName: me.lastName };
  return {
    me,
    channel,
    realtime,
    name: `${me.firstName} ${me.lastName}`,
    send: (details: string, over: object = {}) =>
      realtime.publish(
        channel,
        { user, details, timestamp: Date.now(), ...over },
        `story-message-${++sentCount}`,
      ),
    /** Sends in batches, so the order is approximate; the last message is always last. */
    async sendMany(count: number, textOf: (n: number) => string, first = 1) {
      for (let from = first; from < count; from += BATCH_SIZE)
        await Promise.all([
          delay(BATCH_MS),
          ...Array.from({ length: Math.min(BATCH_SIZE, count - from) }, (_, index) =>
            this.send(textOf(from + index)),
          ),
        ]);
      await this.send(textOf(count));
    },
    stop: () => realtime.stop(),
  };
}
