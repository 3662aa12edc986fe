import { peerOf } from '#contract/channels.ts';
import { ENCRYPTED_PREVIEW, previewOf, type UnreadMessage } from '#contract/chat.ts';
import { waitToRetry } from '#sagas/backoff.ts';
import { call, ports, put, run, type Saga, select, takeEvery } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { type CallFailure, problemOf } from '#store/api/problemOf.ts';
import { selectConversation, selectIsPersonOnline, selectPost } from '#store/chat/chatSelectors.ts';
import { messageSent, unreadPosted } from '#store/chat/chatSlice.ts';
import { messagingApi } from '#store/messaging/messagingApi.ts';
import { selectIsEncrypted } from '#store/presence/presenceSlice.ts';

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
  // Marked before it is posted: two messages in a row must not tell twice.
  yield* put(unreadPosted({ channel, timetoken }));
  const isEncrypted = yield* select(selectIsEncrypted);
  const previewText = isEncrypted ? ENCRYPTED_PREVIEW : previewOf(post.details);
  yield* call(insistOnPosting, channel, timetoken, { receiverId, previewText });
}

/**
 * The message itself is delivered, so nobody is disturbed when the mail about it fails: that is reported once, and tried
 * again until it is taken, can never be taken, or has been read meanwhile.
 */
function* insistOnPosting(channel: string, timetoken: string, body: UnreadMessage): Saga {
  for (let failures = 1; ; failures++) {
    try {
      yield* run(messagingApi.endpoints.postUnreadMessage.initiate(body, { track: false }));
      return;
    } catch (error) {
      const problem = problemOf(error);
      if (problem.kind === 'session') return; // the session ends, and this with it
      if (failures === 1) {
        const { reportError } = yield* ports();
        reportError(error, `unread post of ${channel}`);
      }
      if (isFinal(problem)) return;
    }
    yield* call(waitToRetry, failures);
    const conversation = yield* select(selectConversation, channel);
    if (conversation?.unreadPostedAt !== timetoken) return;
  }
}

/** Another try would get the same answer: the receiver is gone, say. */
const isFinal = ({ kind, status }: CallFailure) =>
  kind === 'broken' || (kind === 'problem' && status !== null && status < 500 && status !== 429);
