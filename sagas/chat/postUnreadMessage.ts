import { peerOf } from '#contract/messaging/channels.ts';
import { ENCRYPTED_PREVIEW, previewOf, type UnreadMessage } from '#contract/messaging/chat.ts';
import { waitToRetry } from '#sagas/backoff.ts';
import { call, ports, put, run, type Saga, select, takeAny, takeEvery } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { isFinalFailure, problemOf } from '#store/api/problemOf.ts';
import { selectConversation, selectIsPersonOnline } from '#store/chat/conversationSelectors.ts';
import { unreadMessagePosted } from '#store/chat/conversationsSlice.ts';
import { selectMessage } from '#store/chat/messageSelectors.ts';
import { messageSent } from '#store/chat/messagesSlice.ts';
import { selectIsEncrypted } from '#store/connection/connectionSlice.ts';
import { messagingApi } from '#store/messaging/messagingApi.ts';
import { peopleApi } from '#store/people/peopleApi.ts';
import { selectIsPresenceKnown } from '#store/presence/presenceSelectors.ts';
import { peopleListed } from '#store/presence/presenceSlice.ts';

/**
 * Notifies an offline peer of a message. They get no second notice until they have read it. See
 * docs/decisions/0019-unread-messages-and-mail.md.
 */
export function* postUnreadMessages(context: RealtimeContext): Saga {
  /** Channels with a message that waits for the presence list. Later messages in them cause no further notification. */
  const waiting = new Set<string>();
  yield takeEvery(messageSent, function* (sent: ReturnType<typeof messageSent>): Saga {
    const { channel } = sent.payload;
    if (waiting.has(channel)) return;
    waiting.add(channel);
    yield* call(waitForPresence);
    waiting.delete(channel);
    yield* call(postUnreadMessage, context, sent);
  });
}

function* postUnreadMessage({ user }: RealtimeContext, { payload }: ReturnType<typeof messageSent>): Saga {
  const { channel, id, timetoken } = payload;
  const receiverId = peerOf(channel, user.userId);
  const message = yield* select(selectMessage, channel, id);
  if (receiverId === null || !message) return;
  if ((yield* select(selectConversation, channel))?.unreadPostedAt) return;
  if (yield* select(selectIsPersonOnline, receiverId)) return;
  // Recorded before the call, so that two messages in a row cause one notification.
  yield* put(unreadMessagePosted({ channel, timetoken }));
  const isEncrypted = yield* select(selectIsEncrypted);
  const previewText = isEncrypted ? ENCRYPTED_PREVIEW : previewOf(message.details);
  yield* call(postWithRetries, channel, timetoken, { receiverId, previewText });
}

/** After a connection, the presence list takes a moment to load. */
function* waitForPresence(): Saga {
  while (!(yield* select(selectIsPresenceKnown)))
    yield* takeAny(peopleListed, { match: peopleApi.endpoints.listUsers.matchFulfilled });
}

/**
 * The message itself is delivered, so the user sees no error. A failure is reported once. The call is retried until the
 * server accepts it or refuses it permanently, or the peer has read the message.
 */
function* postWithRetries(channel: string, timetoken: string, body: UnreadMessage): Saga {
  for (let failures = 1; ; failures++) {
    try {
      yield* run(messagingApi.endpoints.postUnreadMessage.initiate(body, { track: false }));
      return;
    } catch (error) {
      const problem = problemOf(error);
      if (problem.kind === 'session') return; // the session ends
      if (failures === 1) {
        const { reportError } = yield* ports();
        reportError(error, `unread message on ${channel}`);
      }
      if (isFinalFailure(problem)) return;
    }
    yield* call(waitToRetry, failures);
    const conversation = yield* select(selectConversation, channel);
    if (conversation?.unreadPostedAt !== timetoken) return;
  }
}
