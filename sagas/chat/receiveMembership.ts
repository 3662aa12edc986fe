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
  else if (timetoken && isLater(timetoken, conversation.readTimetoken))
    yield* put(readPositionMoved({ channel, timetoken }));
}

/** A peer has begun a conversation: it is joined and read like those of the start. */
function* discover(context: RealtimeContext, membership: WireMembership): Saga {
  try {
    yield* loadMemberships(context, [membership]);
  } catch (error) {
    yield* report(error, `new conversation ${membership.channel}`); // the next refresh of memberships finds it
  }
}
