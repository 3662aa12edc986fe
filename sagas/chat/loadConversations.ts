import { peerOf } from '#contract/channels.ts';
import { INITIAL_READ_POSITION_MS } from '#contract/limits.ts';
import { call, ports, put, type Saga } from '#sagas/effects.ts';
import type { WireMembership } from '#sagas/ports.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { toArrivals } from '#sagas/realtime/parse.ts';
import { report } from '#sagas/report.ts';
import { conversationsFailed, conversationsLoaded } from '#store/chat/chatSlice.ts';
import type { Conversation } from '#store/chat/chatState.ts';
import { newConversation } from '#store/chat/conversations.ts';
import { timetokenAt } from '#store/messaging/timetoken.ts';

/** All conversations of the person: memberships, then what stands in each. */
export function* loadConversations(context: RealtimeContext): Saga {
  try {
    const memberships = yield* call(() => context.realtime.memberships());
    yield* call(loadMemberships, context, memberships);
  } catch (error) {
    yield* report(error, 'loading conversations');
    yield* put(conversationsFailed());
  }
}

/** Listening first, then asking: what is said in between comes on both ways and is shown once. */
export function* loadMemberships(context: RealtimeContext, memberships: WireMembership[]): Saga {
  const { realtime, user } = context;
  const chats = memberships.filter(({ channel }) => peerOf(channel, user.userId) !== null);
  const channels = chats.map(({ channel }) => channel);
  if (channels.length === 0) {
    yield* put(conversationsLoaded({ conversations: [] }));
    return;
  }
  yield* call(() => realtime.subscribe(channels));
  const start = yield* call(startPosition, context);
  const positions = Object.fromEntries(chats.map(({ channel, timetoken }) => [channel, timetoken ?? start]));
  const latest = yield* call(() => realtime.latest(channels));
  const counts = yield* call(() => realtime.counts(positions));
  const arrivals = new Map(
    (yield* toArrivals(latest, user)).map((arrival) => [arrival.post.channel, arrival]),
  );
  const conversations = chats.map(({ channel }): Conversation => {
    const arrival = arrivals.get(channel);
    const { post, isOwn = false, peerName = null } = arrival ?? {};
    return {
      ...newConversation(channel, peerOf(channel, user.userId) ?? 0),
      isMember: true,
      peerHint: peerName,
      unread: counts[channel] ?? 0,
      lastMessage: post ? { details: post.details, timetoken: post.timetoken ?? '0', isOwn } : null,
      readTimetoken: positions[channel] ?? start,
      savedTimetoken: positions[channel] ?? start,
    };
  });
  yield* put(conversationsLoaded({ conversations }));
}

/** One year back, or the day the person joined where that is later (ruling 16). */
function* startPosition({ user }: RealtimeContext): Saga<string> {
  const { now } = yield* ports();
  return timetokenAt(Math.max(now() - INITIAL_READ_POSITION_MS, Date.parse(user.joinedAt)));
}
