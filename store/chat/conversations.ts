import { type ChatState, type Conversation, threadOf } from '#store/chat/chatState.ts';
import { mergePosts, type Post } from '#store/chat/thread.ts';
import { isLater, laterOf } from '#store/messaging/timetoken.ts';

/** A message that came in, live or read after a gap. `peerName` is what it says of its writer, shown until the directory is there. */
export interface Arrival {
  post: Post;
  isOwn: boolean;
  peerId: number;
  peerName: string | null;
}

export const isReading = (chat: ChatState, channel: string) =>
  chat.isExpanded && chat.isPageFocused && chat.view === 'conversation' && chat.openChannel === channel;

const previewFrom = (post: Post, isOwn: boolean) => ({
  details: post.details,
  timetoken: post.timetoken ?? '0',
  isOwn,
});

/** Everything there is has been seen: the position is the newest message's. It never moves back. */
export function markRead(conversation: Conversation): void {
  conversation.unread = 0;
  if (conversation.lastMessage)
    conversation.readTimetoken = laterOf(conversation.readTimetoken, conversation.lastMessage.timetoken);
}

export function receive(chat: ChatState, { post, isOwn, peerId, peerName }: Arrival): void {
  const { channel, id, timetoken } = post;
  const thread = threadOf(chat, channel);
  // A page of history may have brought it before it came live: it counts all the same. The same id at another time is
  // one message that was sent twice.
  const known = thread.posts[id];
  const isNews = known === undefined || known.timetoken === timetoken;
  chat.threads[channel] = mergePosts(thread, [post]);
  chat.conversations[channel] ??= newConversation(channel, peerId);
  const conversation = chat.conversations[channel];
  if (peerName) conversation.peerHint = peerName;
  if (timetoken === null) return;
  conversation.isMember = true;
  if (!isOwn) conversation.unreadPostedAt = null; // whoever answers has read
  if (!conversation.lastMessage || isLater(timetoken, conversation.lastMessage.timetoken))
    conversation.lastMessage = previewFrom(post, isOwn);
  if (isReading(chat, channel)) markRead(conversation);
  const isUnread =
    isNews &&
    !isOwn &&
    isLater(timetoken, conversation.readTimetoken) &&
    isLater(timetoken, conversation.countedUpTo);
  if (isUnread) conversation.unread += 1;
  conversation.countedUpTo = laterOf(conversation.countedUpTo, timetoken);
}

export const newConversation = (channel: string, peerId: number): Conversation => ({
  channel,
  peerId,
  peerHint: null,
  unread: 0,
  lastMessage: null,
  isMember: false,
  readTimetoken: '0',
  savedTimetoken: '0',
  unreadPostedAt: null,
  countedUpTo: '0',
});

/** What the service says of a conversation, joined with what has happened here meanwhile. */
export function refresh(chat: ChatState, news: Conversation): void {
  const known = chat.conversations[news.channel];
  if (!known) chat.conversations[news.channel] = { ...news };
  else {
    const isAhead = isLater(known.readTimetoken, news.readTimetoken);
    if (!isAhead) known.unread = news.unread;
    known.readTimetoken = laterOf(known.readTimetoken, news.readTimetoken);
    known.isMember ||= news.isMember;
    known.savedTimetoken = laterOf(known.savedTimetoken, news.savedTimetoken);
    known.peerHint = news.peerHint ?? known.peerHint;
    if (
      news.lastMessage &&
      (!known.lastMessage || isLater(news.lastMessage.timetoken, known.lastMessage.timetoken))
    )
      known.lastMessage = news.lastMessage;
  }
  const conversation = chat.conversations[news.channel]!;
  recount(chat, conversation);
  if (isReading(chat, news.channel)) markRead(conversation);
}

/** Live messages may have come while the service was asked: they count too. Whoever wrote last has read it all. */
export function recount(chat: ChatState, conversation: Conversation): void {
  const { channel, readTimetoken, peerId, lastMessage } = conversation;
  const thread = threadOf(chat, channel);
  let known = 0;
  for (let index = thread.ids.length - 1; index >= 0; index--) {
    const post = thread.posts[thread.ids[index]!]!;
    if (post.timetoken === null) continue;
    if (!isLater(post.timetoken, readTimetoken)) break;
    if (post.publisherId === peerId) known += 1;
  }
  const isAllRead =
    lastMessage === null || lastMessage.isOwn || !isLater(lastMessage.timetoken, readTimetoken);
  conversation.unread = isAllRead ? 0 : Math.max(conversation.unread, known);
  conversation.countedUpTo = laterOf(conversation.countedUpTo, lastMessage?.timetoken ?? '0');
}
