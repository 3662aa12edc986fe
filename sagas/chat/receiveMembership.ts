import { parseChannel, peerOf } from '#contract/messaging/channels.ts';
import { fork, put, type Saga, select } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { report } from '#sagas/report.ts';
import { selectConversation } from '#store/chat/conversationSelectors.ts';
import { peerRead, readPositionMoved } from '#store/chat/conversationsSlice.ts';
import { isLater } from '#store/messaging/timetoken.ts';
import { selectNotificationsRead } from '#store/notifications/notificationsSelectors.ts';
import { notificationsReadElsewhere } from '#store/notifications/notificationsSlice.ts';
import type { WireMembership } from '#store/ports/realtime.ts';
import { loadMemberships } from './loadConversations.ts';

/**
 * A membership was created or changed. The user's own membership means a new conversation or a read position from
 * another browser; the peer's membership means that they have read messages.
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
  } else if (!conversation?.isMember) yield* fork(reloadConversation, context, membership);
  else if (timetoken && isLater(timetoken, conversation.readTimetoken)) {
    yield* put(readPositionMoved({ channel, timetoken }));
    // Only the number of the oldest unread messages is known, so the service is asked how many remain.
    const moved = yield* select(selectConversation, channel);
    if (moved && moved.unreadOlder > 0) yield* fork(reloadConversation, context, membership);
  }
}

/** Loads one conversation: a new one, or one whose unread count must be counted again. */
function* reloadConversation(context: RealtimeContext, membership: WireMembership): Saga {
  try {
    yield* loadMemberships(context, [membership]);
  } catch (error) {
    yield* report(error, `conversation ${membership.channel}`); // the next refresh loads it
  }
}
