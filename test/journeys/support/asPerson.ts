import { chatChannel } from '#contract/channels.ts';
import type { MessagingConfig } from '#contract/messaging.ts';
import type { SessionUser } from '#contract/session.ts';
import { connectPubNub } from '#sagas/realtime/pubnub.ts';
import { apiAs } from './api.ts';

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
    /** In order, a few at a time. */
    async sayMany(count: number, textOf: (n: number) => string) {
      for (let n = 1; n <= count; n++) await this.say(textOf(n));
    },
    stop: () => realtime.stop(),
  };
}
