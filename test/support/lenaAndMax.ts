import type { ChatMessage } from '#contract/messaging/chat.ts';
import { selectOpenMessages } from '#store/chat/messageSelectors.ts';
import { messageSubmitted } from '#store/chat/messagesSlice.ts';
import { conversationOpened } from '#store/chat/widgetSlice.ts';
import { aUser } from '#test/fixtures/people.ts';
import type { Client } from './client.ts';
import { fakeMessaging } from './fakeRealtime.ts';

/** Two users in one conversation. */
export const CHANNEL = 'chat_T3_U7.U9';
export const lenaSays = { id: 7, firstName: 'Lena', lastName: 'Larsen' };
export const maxSays = { id: 9, firstName: 'Max', lastName: 'M' };
export const aMax = aUser({ userId: 9, uuid: 'uuid-max', firstName: 'Max', lastName: 'Mustermann' });
export const fromMax = (details: string, user: ChatMessage['user'] = maxSays) => ({
  user,
  details,
  timestamp: Date.now(),
});

/** A conversation with `count` unread messages from Max. */
export function withHistory(count: number) {
  const messaging = fakeMessaging();
  messaging.setMember(CHANNEL, 'uuid-lena', undefined);
  messaging.setMember(CHANNEL, 'uuid-max', undefined);
  for (let n = 1; n <= count; n++)
    messaging.publishAs('uuid-max', CHANNEL, fromMax(`message ${n}`), { id: `history-${n}` });
  return messaging;
}
export const open = ({ store }: Client) =>
  store.dispatch(conversationOpened({ channel: CHANNEL, peerId: 9 }));
export const say = ({ store }: Client, details: string) =>
  store.dispatch(messageSubmitted(CHANNEL, lenaSays, details)).payload.id;
export const texts = ({ state }: Client) => selectOpenMessages(state()).map(({ details }) => details);
export const statuses = ({ state }: Client) => selectOpenMessages(state()).map(({ status }) => status);
