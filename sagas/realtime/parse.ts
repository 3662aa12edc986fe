import { peerOf } from '#contract/channels.ts';
import { chatMessageSchema, messageIdOf } from '#contract/chat.ts';
import { type NotificationMessage, notificationMessageSchema } from '#contract/notifications.ts';
import type { SessionUser } from '#contract/session.ts';
import { ports, type Saga, select } from '#sagas/effects.ts';
import type { WireMessage } from '#sagas/ports.ts';
import { reportUnreadable, unreadablePost } from '#sagas/realtime/unreadable.ts';
import type { Arrival } from '#store/chat/conversations.ts';
import type { NotificationNews } from '#store/notifications/notificationsSlice.ts';
import { type Directory, selectDirectory } from '#store/people/directory.ts';

/** The edge parses: what does not keep the contract is reported and skipped, and what comes after it is still read. */
export function* toArrivals(wires: readonly WireMessage[], user: SessionUser): Saga<Arrival[]> {
  const { byUuid } = yield* select(selectDirectory);
  const arrivals: Arrival[] = [];
  for (const wire of wires) {
    const arrival = yield* toArrival(wire, user, byUuid);
    if (arrival) arrivals.push(arrival);
  }
  return arrivals;
}

function* toArrival(wire: WireMessage, user: SessionUser, byUuid: Directory['byUuid']): Saga<Arrival | null> {
  const { channel, timetoken, publisher, unreadable } = wire;
  const peerId = peerOf(channel, user.userId);
  if (peerId === null) return yield* refuse(new Error('not a chat of this person'), channel);
  const isOwn = publisher === user.uuid;
  const publisherId = isOwn ? user.userId : (byUuid.get(publisher)?.userId ?? peerId);
  if (unreadable) {
    yield* reportUnreadable(channel, unreadable);
    return { post: unreadablePost(wire, publisherId), isOwn, peerId, peerName: null };
  }
  const parsed = chatMessageSchema.safeParse(wire.message);
  if (!parsed.success) return yield* refuse(parsed.error, channel);
  const { details, timestamp, user: hint } = parsed.data;
  if (hint.id !== publisherId)
    yield* refuse(new Error('a message names another writer than its publisher'), channel);
  return {
    post: { id: messageIdOf(wire), channel, publisherId, details, timestamp, timetoken, status: 'sent' },
    isOwn,
    peerId,
    peerName: !isOwn && hint.id === peerId ? `${hint.firstName} ${hint.lastName}`.trim() : null,
  };
}

function* refuse(cause: unknown, channel: string): Saga<null> {
  const { reportError } = yield* ports();
  reportError(cause, `message on ${channel}`);
  return null;
}

export function* toNotifications(wires: readonly WireMessage[]): Saga<NotificationNews[]> {
  const { reportError } = yield* ports();
  const items: NotificationNews[] = [];
  for (const wire of wires) {
    const parsed = notificationMessageSchema.safeParse(wire.message);
    if (parsed.success) items.push(newsOf(wire, parsed.data));
    else reportError(parsed.error, `notification on ${wire.channel}`);
  }
  return items;
}

const newsOf = (wire: WireMessage, { notificationType, payload }: NotificationMessage): NotificationNews => ({
  id: messageIdOf(wire),
  timetoken: wire.timetoken,
  fromUserId: payload.userId ?? null,
  type: notificationType,
  payload,
});
