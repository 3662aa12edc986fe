import type { SessionUser } from '#contract/access/session.ts';
import { peerOf } from '#contract/messaging/channels.ts';
import { chatMessageSchema, messageIdOf } from '#contract/messaging/chat.ts';
import { definitionOf, parseNotification } from '#contract/notifications/notifications.ts';
import { ports, type Saga, select } from '#sagas/effects.ts';
import type { IncomingMessage } from '#store/chat/message.ts';
import type { ReceivedNotification } from '#store/notifications/notificationsSlice.ts';
import { type Directory, selectDirectory } from '#store/people/directory.ts';
import type { WireMessage } from '#store/ports/realtime.ts';
import { reportUnreadable, unreadableMessage } from './unreadable.ts';

/** Reports and skips messages that do not parse. See docs/decisions/0036-parse-at-the-edge.md. */
export function* toIncomingMessages(
  wires: readonly WireMessage[],
  user: SessionUser,
): Saga<IncomingMessage[]> {
  const { byUuid } = yield* select(selectDirectory);
  const messages: IncomingMessage[] = [];
  for (const wire of wires) {
    const incoming = yield* toIncomingMessage(wire, user, byUuid);
    if (incoming) messages.push(incoming);
  }
  return messages;
}

function* toIncomingMessage(
  wire: WireMessage,
  user: SessionUser,
  byUuid: Directory['byUuid'],
): Saga<IncomingMessage | null> {
  const { channel, timetoken, publisher, unreadable } = wire;
  const peerId = peerOf(channel, user.userId);
  if (peerId === null) return yield* reportInvalid(new Error('Not a chat channel of this user'), channel);
  const isOwn = publisher === user.uuid;
  const publisherId = isOwn ? user.userId : (byUuid.get(publisher)?.userId ?? peerId);
  if (unreadable) {
    yield* reportUnreadable(channel, unreadable);
    return { message: unreadableMessage(wire, publisherId), isOwn, peerId, peerName: null };
  }
  const parsed = chatMessageSchema.safeParse(wire.message);
  if (!parsed.success) return yield* reportInvalid(parsed.error, channel);
  const { details, timestamp, user: hint } = parsed.data;
  if (hint.id !== publisherId)
    yield* reportInvalid(new Error('The message names a user other than its publisher'), channel);
  return {
    message: { id: messageIdOf(wire), channel, publisherId, details, timestamp, timetoken, status: 'sent' },
    isOwn,
    peerId,
    peerName: !isOwn && hint.id === peerId ? `${hint.firstName} ${hint.lastName}`.trim() : null,
  };
}

function* reportInvalid(cause: unknown, channel: string): Saga<null> {
  const { reportError } = yield* ports();
  reportError(cause, `message on ${channel}`);
  return null;
}

export function* toNotifications(wires: readonly WireMessage[]): Saga<ReceivedNotification[]> {
  const { reportError } = yield* ports();
  const items: ReceivedNotification[] = [];
  for (const wire of wires) {
    const { notification, error } = parseNotification(wire.message);
    if (error) reportError(error, `notification on ${wire.channel}`);
    if (!notification) continue;
    const fromUserId = notification.payload.userId ?? null;
    items.push({
      ...notification,
      id: messageIdOf(wire),
      timetoken: wire.timetoken,
      fromUserId,
      ...(definitionOf(notification.type).isUnlisted && { isUnlisted: true }),
    });
  }
  return items;
}
