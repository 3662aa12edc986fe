import { peerOf } from '#contract/channels.ts';
import { HISTORY_CALL_SIZE, INITIAL_READ_POSITION_MS } from '#contract/limits.ts';
import { call, ports, put, type Saga, select } from '#sagas/effects.ts';
import type { WireMembership } from '#sagas/ports.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { toArrivals } from '#sagas/realtime/parse.ts';
import { report } from '#sagas/report.ts';
import { selectConversation } from '#store/chat/chatSelectors.ts';
import { conversationsFailed, conversationsLoaded } from '#store/chat/chatSlice.ts';
import type { Conversation } from '#store/chat/chatState.ts';
import { lastMessageOf, newConversation } from '#store/chat/conversations.ts';
import { instantOf, isLater, timetokenAt } from '#store/messaging/timetoken.ts';

/** A browser that repeats a request by itself does so within moments. */
const TWICE_WITHIN_MS = 120_000;

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
  const conversations: Conversation[] = [];
  for (const { channel } of chats) {
    const { post, isOwn = false, peerName = null } = arrivals.get(channel) ?? {};
    const readTimetoken = positions[channel] ?? start;
    const news: Conversation = {
      ...newConversation(channel, peerOf(channel, user.userId) ?? 0),
      isMember: true,
      peerHint: peerName,
      lastMessage: post ? lastMessageOf(post, isOwn) : null,
      readTimetoken,
      savedTimetoken: readTimetoken,
    };
    conversations.push({ ...news, ...(yield* unreadOf(context, news, counts[channel] ?? 0)) });
  }
  yield* put(conversationsLoaded({ conversations }));
}

/**
 * The service counts every message after the read position, one's own too. So its newest hundred are looked at: the peer's
 * count, each under its timetoken, and join with those that come live meanwhile without counting twice. A little further
 * back too: what stands there again after the position, since a browser repeated its request, has been read.
 */
function* unreadOf(
  { realtime, user }: RealtimeContext,
  { channel, readTimetoken, lastMessage }: Conversation,
  count: number,
): Saga<Pick<Conversation, 'unreadAt' | 'unreadOlder'>> {
  if (count === 0) return { unreadAt: [], unreadOlder: 0 };
  const known = yield* select(selectConversation, channel);
  const isKnown = known?.isMember && known.unreadOlder === 0 && !isLater(readTimetoken, known.readTimetoken);
  if (known && isKnown && known.lastMessage?.timetoken === lastMessage?.timetoken)
    return { unreadAt: known.unreadAt, unreadOlder: known.unreadOlder };
  const after = timetokenAt(instantOf(readTimetoken) - TWICE_WITHIN_MS);
  const wires = yield* call(() => realtime.history(channel, { count: HISTORY_CALL_SIZE, after }));
  const first = new Map<string, string>();
  for (const { post, isOwn } of yield* toArrivals(wires, user))
    if (!isOwn && post.timetoken && !first.has(post.id)) first.set(post.id, post.timetoken);
  const isUnread = (timetoken: string) => isLater(timetoken, readTimetoken);
  const looked = wires.filter(({ timetoken }) => isUnread(timetoken)).length;
  return {
    unreadAt: [...first.values()].filter(isUnread),
    unreadOlder: Math.max(0, count - Math.max(looked, 1)),
  };
}

/** One year back, or the day the person joined where that is later (ruling 16). */
function* startPosition({ user }: RealtimeContext): Saga<string> {
  const { now } = yield* ports();
  return timetokenAt(Math.max(now() - INITIAL_READ_POSITION_MS, Date.parse(user.joinedAt)));
}
