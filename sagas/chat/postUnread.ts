import { peerOf } from '#contract/channels.ts';
import { previewOf } from '#contract/chat.ts';
import { put, run, type Saga, select, takeEvery } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { selectConversation, selectIsPersonOnline, selectPost } from '#store/chat/chatSelectors.ts';
import { messageSent, unreadPosted } from '#store/chat/chatSlice.ts';
import { messagingApi } from '#store/messaging/messagingApi.ts';

/** Whoever is away is told of a message, once in a conversation until they have read it (ruling 19). */
export function* postUnreads(context: RealtimeContext): Saga {
  yield takeEvery(messageSent, postUnread, context);
}

export function* postUnread({ user }: RealtimeContext, { payload }: ReturnType<typeof messageSent>): Saga {
  const { channel, id, timetoken } = payload;
  const receiverId = peerOf(channel, user.userId);
  const post = yield* select(selectPost, channel, id);
  if (receiverId === null || !post) return;
  if ((yield* select(selectConversation, channel))?.unreadPostedAt) return;
  if (yield* select(selectIsPersonOnline, receiverId)) return;
  // Marked before it is posted: two messages in a row, or a crash, must not tell twice.
  yield* put(unreadPosted({ channel, timetoken }));
  try {
    yield* run(
      messagingApi.endpoints.postUnreadMessage.initiate(
        { receiverId, previewText: previewOf(post.details) },
        { track: false },
      ),
    );
  } catch {
    // The message itself is delivered; that the mail about it is not must not disturb anybody.
  }
}
