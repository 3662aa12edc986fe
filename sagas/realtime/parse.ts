import { peerOf } from '#contract/channels.ts';
import { chatMessageSchema, messageIdOf } from '#contract/chat.ts';
import { type NotificationMessage, notificationMessageSchema } from '#contract/notifications.ts';
import type { SessionUser } from '#contract/session.ts';
import { ports, type Saga, select } from '#sagas/effects.ts';
import type { WireMessage } from '#sagas/ports.ts';
import { reportUnreadable, unreadablePost } from '#sagas/realtime/unreadable.ts';
import type { Arrival } from '#store/chat/conversations.ts';
import type { NotificationNews } from '#store/notifications/notificationsSlice.ts';
import { selectDirectory } from '#store/people/directory.ts';

/** The edge parses: what does not keep the contract is reported and skipped, and what comes after it is still read. */
export function* toArrival(wire: WireMessage, user: SessionUser): Saga<Arrival | null> {
  const { reportError } = yield* ports();
  const { channel, timetoken, publisher, unreadable } = wire;
  const peerId = peerOf(channel, user.userId);
  const isOwn = publisher === user.uuid;
  if (unreadable && peerId !== null) {
    yield* reportUnreadable(channel, unreadable);
    const known = (yield* select(selectDirectory)).byUuid.get(publisher);
    const publisherId = isOwn ? user.userId : (known?.userId ?? peerId);
    return { post: unreadablePost(wire, publisherId), isOwn, peerId, peerName: null };
  }
  const parsed = chatMessageSchema.safeParse(wire.message);
  if (peerId === null || !parsed.success) {
    reportError(parsed.error ?? new Error('not a chat of this person'), `message on ${channel}`);
    return null;
  }
  const { details, timestamp, user: hint } = parsed.data;
  const known = (yield* select(selectDirectory)).byUuid.get(publisher);
  const publisherId = isOwn ? user.userId : (known?.userId ?? peerId);
  if (hint.id !== publisherId)
    reportError(new Error('a message names another writer than its publisher'), `message on ${channel}`);
  return {
    post: { id: messageIdOf(wire), channel, publisherId, details, timestamp, timetoken, status: 'sent' },
    isOwn,
    peerId,
    peerName: !isOwn && hint.id === peerId ? `${hint.firstName} ${hint.lastName}`.trim() : null,
  };
}

export function* toArrivals(wires: readonly WireMessage[], user: SessionUser): Saga<Arrival[]> {
  const arrivals: Arrival[] = [];
  for (const wire of wires) {
    const arrival = yield* toArrival(wire, user);
    if (arrival) arrivals.push(arrival);
  }
  return arrivals;
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
