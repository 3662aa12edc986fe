import { peerOf } from '#contract/messaging/channels.ts';
import type { ChatMessage } from '#contract/messaging/chat.ts';
import { retryUnless } from '#sagas/backoff.ts';
import { call, put, run, type Saga, select } from '#sagas/effects.ts';
import { findStored } from '#sagas/outbox/findStored.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { retryRealtime, waitForConnection } from '#sagas/realtime/retry.ts';
import { isFinalFailure, problemOf } from '#store/api/problemOf.ts';
import { selectConversation } from '#store/chat/conversationSelectors.ts';
import { conversationJoined } from '#store/chat/conversationsSlice.ts';
import type { Message } from '#store/chat/message.ts';
import { selectMessage } from '#store/chat/messageSelectors.ts';
import { messageFailed, messageSent } from '#store/chat/messagesSlice.ts';
import { connectionDoubted } from '#store/connection/connectionSlice.ts';
import { messagingApi } from '#store/messaging/messagingApi.ts';

export interface OutgoingMessage {
  channel: string;
  id: string;
  /** A tab that received no response may already have sent it. */
  mayBeStored: boolean;
}

/**
 * Publishes a pending message, and keeps it pending while the service cannot be reached. The first message of a
 * conversation starts it. After a lost response, the history is searched for the id before the message is sent again. A
 * refused message fails until the user retries.
 */
export function* sendMessage(context: RealtimeContext, { channel, id, mayBeStored }: OutgoingMessage): Saga {
  let isUnsure = mayBeStored;
  const attempt = function* (): Saga {
    const message = yield* select(selectMessage, channel, id);
    if (!message) return;
    let { timetoken } = message; // set if the echo arrived even though the call failed
    if (timetoken === null) {
      if (message.status !== 'sending') return;
      if (isUnsure) timetoken = yield* call(findStored, context, message);
      isUnsure = false;
      timetoken ??= yield* call(publish, context, message);
    }
    yield* put(messageSent({ channel, id, timetoken, details: message.details }));
  };
  const wait = function* (failures: number): Saga {
    yield* put(connectionDoubted());
    // After the first failure, only the response may be lost, so there is no need to wait.
    if (isUnsure || failures > 1) yield* call(waitForConnection, failures);
    isUnsure = true;
  };
  try {
    yield* call(startConversation, context, channel);
    yield* retryRealtime({ realtime: context.realtime, attempt, wait });
  } catch (error) {
    // Only our API responds with a problem: the peer is not in the user's directory.
    const status = problemOf(error).status === 404 ? 'undeliverable' : 'failed';
    yield* put(messageFailed({ channel, id, status, reason: String(error) }));
  }
}

function* publish(context: RealtimeContext, message: Message): Saga<string> {
  const payload = toChatMessage(message, context);
  const { timetoken } = yield* call(() => context.realtime.publish(message.channel, payload, message.id));
  return timetoken;
}

const toChatMessage = (message: Message, { user }: RealtimeContext): ChatMessage => ({
  user: { id: user.userId, firstName: user.firstName, lastName: user.lastName },
  details: message.details,
  timestamp: message.timestamp,
});

/**
 * The server makes both users members before the first message, so that the peer is notified of the conversation. Repeated
 * until the server answers.
 */
function* startConversation({ realtime, user }: RealtimeContext, channel: string): Saga {
  const conversation = yield* select(selectConversation, channel);
  if (conversation?.isMember) return;
  const peerId = peerOf(channel, user.userId) ?? 0;
  yield* retryUnless(
    () => run(messagingApi.endpoints.startConversation.initiate({ peerId }, { track: false })),
    (error) => isFinalFailure(problemOf(error)),
  );
  yield* call(() => realtime.subscribe([channel]));
  yield* put(conversationJoined({ channel }));
}
