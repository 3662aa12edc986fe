import { HISTORY_CALL_SIZE, INITIAL_READ_POSITION_MS } from '#contract/limits.ts';
import { peerOf } from '#contract/messaging/channels.ts';
import { call, ports, put, type Saga, select } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { toIncomingMessages } from '#sagas/realtime/parse.ts';
import { report } from '#sagas/report.ts';
import { type Conversation, lastMessageOf, newConversation } from '#store/chat/conversation.ts';
import { selectConversation } from '#store/chat/conversationSelectors.ts';
import { conversationsFailed, conversationsLoaded } from '#store/chat/conversationsSlice.ts';
import { instantOf, isLater, timetokenAt } from '#store/messaging/timetoken.ts';
import type { WireMembership } from '#store/ports/realtime.ts';

/** A browser repeats a publish within this time. */
const DUPLICATE_WITHIN_MS = 120_000;

/** Loads all conversations: memberships, then their last messages and unread counts. */
export function* loadConversations(context: RealtimeContext): Saga {
  try {
    const memberships = yield* call(() => context.realtime.memberships());
    yield* call(loadMemberships, context, memberships);
  } catch (error) {
    yield* report(error, 'loading conversations');
    yield* put(conversationsFailed());
  }
}

/** Subscribes before it loads, so that no message is missed in between. A message received twice is shown once. */
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
  const messages = new Map(
    (yield* toIncomingMessages(latest, user)).map((incoming) => [incoming.message.channel, incoming]),
  );
  const conversations: Conversation[] = [];
  for (const { channel } of chats) {
    const { message, isOwn = false, peerName = null } = messages.get(channel) ?? {};
    const readTimetoken = positions[channel] ?? start;
    const news: Conversation = {
      ...newConversation(channel, peerOf(channel, user.userId) ?? 0),
      isMember: true,
      peerHint: peerName,
      lastMessage: message ? lastMessageOf(message, isOwn) : null,
      readTimetoken,
      savedTimetoken: readTimetoken,
    };
    conversations.push({ ...news, ...(yield* unreadOf(context, news, counts[channel] ?? 0)) });
  }
  yield* put(conversationsLoaded({ conversations }));
}

/**
 * The service's count includes the user's own messages. So the newest 100 are loaded, and the peer's messages are
 * counted by timetoken. Loading starts a little before the read position, to find messages that were read and then
 * stored again.
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
  const after = timetokenAt(instantOf(readTimetoken) - DUPLICATE_WITHIN_MS);
  const wires = yield* call(() => realtime.history(channel, { count: HISTORY_CALL_SIZE, after }));
  const first = new Map<string, string>();
  for (const { message, isOwn } of yield* toIncomingMessages(wires, user))
    if (!isOwn && message.timetoken && !first.has(message.id)) first.set(message.id, message.timetoken);
  const isUnread = (timetoken: string) => isLater(timetoken, readTimetoken);
  const seen = wires.filter(({ timetoken }) => isUnread(timetoken)).length;
  return {
    unreadAt: [...first.values()].filter(isUnread),
    unreadOlder: Math.max(0, count - Math.max(seen, 1)),
  };
}

/** One year back, or the user's start date if it is later. See docs/decisions/0014-read-positions.md. */
function* startPosition({ user }: RealtimeContext): Saga<string> {
  const { now } = yield* ports();
  return timetokenAt(Math.max(now() - INITIAL_READ_POSITION_MS, Date.parse(user.joinedAt)));
}
