import { parseChannel, peerOf } from '#contract/channels.ts';
import { loadMemberships } from '#sagas/chat/loadConversations.ts';
import { fork, put, type Saga, select } from '#sagas/effects.ts';
import type { WireMembership } from '#sagas/ports.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { report } from '#sagas/report.ts';
import { selectConversation } from '#store/chat/chatSelectors.ts';
import { peerRead, readPositionMoved } from '#store/chat/chatSlice.ts';
import { isLater } from '#store/messaging/timetoken.ts';
import { selectNotificationsRead } from '#store/notifications/notificationsSelectors.ts';
import { notificationsReadElsewhere } from '#store/notifications/notificationsSlice.ts';

/**
 * Somebody was made a member, or read on. For the person it is a new conversation or a position moved in another browser;
 * for the peer it says that they have read.
 */
export function* receiveMembership(context: RealtimeContext, membership: WireMembership): Saga {
  const { user } = context;
  const { channel, uuid, timetoken } = membership;
  if (parseChannel(channel)?.kind === 'notification') {
    const read = yield* select(selectNotificationsRead);
    if (uuid === user.uuid && timetoken && isLater(timetoken, read))
      yield* put(notificationsReadElsewhere({ timetoken }));
    return;
  }
  if (peerOf(channel, user.userId) === null) return;
  const conversation = yield* select(selectConversation, channel);
  if (uuid !== user.uuid) {
    if (timetoken && conversation?.unreadPostedAt) yield* put(peerRead({ channel, timetoken }));
  } else if (!conversation?.isMember) yield* fork(discover, context, membership);
  else if (timetoken && isLater(timetoken, conversation.readTimetoken)) {
    yield* put(readPositionMoved({ channel, timetoken }));
    // Of the oldest unread ones only the number was known: how many are left, the service knows.
    const moved = yield* select(selectConversation, channel);
    if (moved && moved.unreadOlder > 0) yield* fork(discover, context, membership);
  }
}

/** A conversation as the service knows it: one that a peer has begun, or whose count has to be asked for again. */
function* discover(context: RealtimeContext, membership: WireMembership): Saga {
  try {
    yield* loadMemberships(context, [membership]);
  } catch (error) {
    yield* report(error, `conversation ${membership.channel}`); // the next refresh of memberships finds it
  }
}
