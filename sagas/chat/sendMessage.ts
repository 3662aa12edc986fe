import { peerOf } from '#contract/channels.ts';
import type { ChatMessage } from '#contract/chat.ts';
import { backoffMs } from '#sagas/backoff.ts';
import { call, delay, ports, put, race, type Saga, select, take } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { renewKey } from '#sagas/realtime/messagingKey.ts';
import { isDenied, isRefusal } from '#sagas/realtime/realtimeError.ts';
import { selectConversation, selectPost } from '#store/chat/chatSelectors.ts';
import { conversationJoined, messageFailed, messageSent } from '#store/chat/chatSlice.ts';
import type { Post } from '#store/chat/thread.ts';
import { selectDirectory } from '#store/people/directory.ts';
import { connected } from '#store/presence/presenceSlice.ts';

/**
 * The message is on screen as 'sending': publish it and settle it. As long as the service is away it stays so and goes out
 * when it is back, under the same id, so that whoever gets it twice shows it once. A refusal is final until the person
 * tries again.
 */
export function* sendMessage(context: RealtimeContext, channel: string, id: string): Saga {
  let hasNewKey = false;
  for (let attempt = 1; ; attempt++) {
    const post = yield* select(selectPost, channel, id);
    // The echo may have come though the answer did not: what was sent is not sent again.
    if (post?.status !== 'sending') return;
    try {
      yield* call(joinBoth, context, channel);
      const message = messageOf(post, context);
      const { timetoken } = yield* call(() => context.realtime.publish(channel, message, id));
      yield* put(messageSent({ channel, id, timetoken }));
      return;
    } catch (error) {
      if (isDenied(error) && !hasNewKey) {
        hasNewKey = true;
        yield* call(renewKey, context.realtime);
      } else if (isRefusal(error)) {
        yield* put(messageFailed({ channel, id, reason: String(error) }));
        return;
      } else yield* call(waitForService, attempt);
    }
  }
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
  const peer = (yield* select(selectDirectory)).byId.get(peerId);
  if (!peer) throw new Error('the directory is not there yet');
  yield* call(() => realtime.subscribe([channel]));
  yield* call(() => realtime.setMembers(channel, [{ uuid: user.uuid }, { uuid: peer.uuid }]));
  yield* put(conversationJoined({ channel }));
}
