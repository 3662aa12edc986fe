import { peerOf } from '#contract/channels.ts';
import type { ChatMessage } from '#contract/chat.ts';
import { backoffMs } from '#sagas/backoff.ts';
import { call, delay, ports, put, race, type Saga, select, take } from '#sagas/effects.ts';
import { findStored } from '#sagas/outbox/findStored.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { renewKey } from '#sagas/realtime/messagingKey.ts';
import { isDenied, isRefusal, RealtimeError } from '#sagas/realtime/realtimeError.ts';
import { selectConversation, selectPost } from '#store/chat/chatSelectors.ts';
import { conversationJoined, messageFailed, messageSent } from '#store/chat/chatSlice.ts';
import type { Post } from '#store/chat/thread.ts';
import { selectDirectory } from '#store/people/directory.ts';
import { connected, connectionDoubted } from '#store/presence/presenceSlice.ts';

export interface Letter {
  channel: string;
  id: string;
  /** It may have gone out before, from a tab that never heard the answer. */
  mayBeStored: boolean;
}

/**
 * The message is on screen as 'sending': publish it and settle it. As long as the service is away it stays so and goes out
 * when it is back. An answer that was lost says nothing: the service is asked for the message's id before it is sent
 * again, so that it is stored once. A refusal is final until the person tries again.
 */
export function* sendMessage(context: RealtimeContext, { channel, id, mayBeStored }: Letter): Saga {
  let hasNewKey = false;
  let isUnsure = mayBeStored;
  for (let attempt = 1; ; ) {
    const post = yield* select(selectPost, channel, id);
    if (!post) return;
    if (post.timetoken !== null) {
      // Its echo came though the answer did not. Whoever waits for 'sent' hears of it all the same.
      yield* put(messageSent({ channel, id, timetoken: post.timetoken }));
      return;
    }
    if (post.status !== 'sending') return;
    try {
      const stored = isUnsure ? yield* call(findStored, context, post) : null;
      isUnsure = false;
      const timetoken = stored ?? (yield* call(publish, context, post));
      yield* put(messageSent({ channel, id, timetoken }));
      return;
    } catch (error) {
      if (isDenied(error) && !hasNewKey) {
        hasNewKey = true;
        yield* call(renewKey, context.realtime);
      } else if (isRefusal(error)) {
        yield* put(messageFailed({ channel, id, reason: String(error) }));
        return;
      } else {
        yield* put(connectionDoubted());
        // Only the answer may have been lost: then there is no need to wait.
        if (isUnsure || attempt > 1) yield* call(waitForService, attempt);
        isUnsure = true;
        attempt += 1;
      }
    }
  }
}

function* publish(context: RealtimeContext, post: Post): Saga<string> {
  yield* call(joinBoth, context, post.channel);
  const message = messageOf(post, context);
  const { timetoken } = yield* call(() => context.realtime.publish(post.channel, message, post.id));
  return timetoken;
}

/** Catching up comes before `connected`: by then an echo that was missed has settled the message. */
function* waitForService(attempt: number): Saga {
  const { random } = yield* ports();
  yield* race({ back: take(connected), waited: delay(backoffMs(attempt, random)) });
}

const messageOf = (post: Post, { user }: RealtimeContext): ChatMessage => ({
  user: { id: user.userId, firstName: user.firstName, lastName: user.lastName },
  details: post.details,
  timestamp: post.timestamp,
});

/** Before the first message both people become members, so that the peer hears of the conversation. */
function* joinBoth({ realtime, user }: RealtimeContext, channel: string): Saga {
  const conversation = yield* select(selectConversation, channel);
  if (conversation?.isMember) return;
  const peerId = peerOf(channel, user.userId) ?? 0;
  const { byId } = yield* select(selectDirectory);
  const peer = byId.get(peerId);
  // Who is in no directory cannot be written to; while there is none yet, it is waited for.
  if (!peer && byId.size > 0) throw new RealtimeError(404, 'nobody of this directory');
  if (!peer) throw new Error('the directory is not there yet');
  yield* call(() => realtime.subscribe([channel]));
  yield* call(() => realtime.setMembers(channel, [{ uuid: user.uuid }, { uuid: peer.uuid }]));
  yield* put(conversationJoined({ channel }));
}
