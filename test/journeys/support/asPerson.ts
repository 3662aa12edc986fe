import { chatChannel } from '#contract/channels.ts';
import type { MessagingConfig } from '#contract/messaging.ts';
import type { SessionUser } from '#contract/session.ts';
import { connectPubNub } from '#sagas/realtime/pubnub.ts';
import { apiAs } from './api.ts';

const AT_ONCE = 10;
let said = 0;

/** One person's messaging without a screen: for many messages, and for what no screen of ours would send. */
export async function speakAs(url: string, email: string, to: SessionUser) {
  const api = await apiAs(url, email);
  const me = (await api.get<SessionUser>('/api/session')).body;
  const realtime = await connectPubNub((await api.get<MessagingConfig>('/api/messaging/config')).body);
  const channel = chatChannel(me.tenantId, me.userId, to.userId);
  await realtime.setMembers(channel, [{ uuid: me.uuid }, { uuid: to.uuid }]);
  const user = { id: me.userId, firstName: me.firstName, lastName: me.lastName };
  return {
    me,
    channel,
    realtime,
    name: `${me.firstName} ${me.lastName}`,
    say: (details: string, over: object = {}) =>
      realtime.publish(channel, { user, details, timestamp: Date.now(), ...over }, `story-said-${++said}`),
    /** A few at a time, so their order is only about the one of their numbers; the last one is the last. */
    async sayMany(count: number, textOf: (n: number) => string, first = 1) {
      for (let from = first; from < count; from += AT_ONCE)
        await Promise.all(
          Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) =>
            this.say(textOf(from + index)),
          ),
        );
      await this.say(textOf(count));
    },
    stop: () => realtime.stop(),
  };
}
