import { type ChatState, type Conversation, conversationOf, threadOf } from '#store/chat/chatState.ts';
import { rekeyMarks } from '#store/chat/markReducers.ts';
import type { Post } from '#store/chat/post.ts';
import { findPost, mergePosts } from '#store/chat/thread.ts';
import { addUnread, countOnce, refreshUnread } from '#store/chat/unread.ts';
import { isLater, laterOf } from '#store/messaging/timetoken.ts';

/** A message that came in, live or read after a gap. `peerName` is what it says of its writer, shown until the directory is there. */
export interface Arrival {
  post: Post;
  isOwn: boolean;
  peerId: number;
  peerName: string | null;
}

/** The conversation that is in front of somebody's eyes. */
export const isReading = (chat: ChatState, channel: string) =>
  chat.isExpanded && chat.isPageFocused && chat.view === 'conversation' && chat.openChannel === channel;

/** A burst is merged once for each channel, and counted message by message. */
export function receive(chat: ChatState, arrivals: readonly Arrival[]): void {
  for (const channel of new Set(arrivals.map(({ post }) => post.channel))) {
    const before = threadOf(chat, channel);
    const own = arrivals.filter(({ post }) => post.channel === channel);
    const thread = mergePosts(
      before,
      own.map(({ post }) => post),
    );
    chat.threads[channel] = thread;
    if (thread.aliases !== before.aliases) rekeyMarks(chat, channel, thread.aliases);
    const known = conversationOf(chat, channel) ?? newConversation(channel, own[0]!.peerId);
    const conversation = { ...known, unreadAt: known.unreadAt.slice() };
    for (const arrival of own) {
      // A page of history may have brought it before it came live: it counts all the same. The same id at another time is
      // one message that was sent twice.
      const isTwice = findPost(thread, arrival.post.id)?.timetoken !== arrival.post.timetoken;
      note(conversation, arrival, isTwice);
      if (!arrival.isOwn && arrival.post.timetoken !== null) delete chat.typing[channel];
    }
    Object.freeze(conversation.unreadAt); // Immer looks through whatever is not
    chat.conversations[channel] = Object.freeze(conversation);
  }
}

function note(conversation: Conversation, { post, isOwn, peerName }: Arrival, isTwice: boolean): void {
  const { timetoken } = post;
  if (peerName) conversation.peerHint = peerName;
  if (timetoken === null) return;
  conversation.isMember = true;
  if (!isOwn) conversation.unreadPostedAt = null; // whoever answers has read
  if (isTwice) return;
  if (!conversation.lastMessage || isLater(timetoken, conversation.lastMessage.timetoken))
    conversation.lastMessage = lastMessageOf(post, isOwn);
  if (!isOwn) addUnread(conversation, timetoken);
}

export const lastMessageOf = (
  { details, timetoken, isUnreadable }: Post,
  isOwn: boolean,
): NonNullable<Conversation['lastMessage']> => ({
  details,
  timetoken: timetoken ?? '0',
  isOwn,
  ...(isUnreadable && { isUnreadable }),
});

export const newConversation = (channel: string, peerId: number): Conversation => ({
  channel,
  peerId,
  peerHint: null,
  unread: 0,
  unreadAt: [],
  unreadOlder: 0,
  lastMessage: null,
  isMember: false,
  readTimetoken: '0',
  savedTimetoken: '0',
  unreadPostedAt: null,
});

/** What the service says of a conversation, joined with what has happened here meanwhile. */
export function refresh(chat: ChatState, news: Conversation): void {
  const known = chat.conversations[news.channel];
  if (!known) {
    chat.conversations[news.channel] = { ...news, unread: news.unreadAt.length + news.unreadOlder };
    return;
  }
  known.isMember ||= news.isMember;
  known.savedTimetoken = laterOf(known.savedTimetoken, news.savedTimetoken);
  known.peerHint = news.peerHint ?? known.peerHint;
  known.lastMessage = newer(known.lastMessage, news.lastMessage);
  refreshUnread(known, news);
  countOnce(known, threadOf(chat, news.channel).aliases);
}

/** Of the same message the one that can be read. */
function newer(known: Conversation['lastMessage'], news: Conversation['lastMessage']) {
  if (!known || !news) return known ?? news;
  if (known.isUnreadable && known.timetoken === news.timetoken) return news;
  return isLater(news.timetoken, known.timetoken) ? news : known;
}
