import { nanoid, type PayloadAction } from '@reduxjs/toolkit';
import type { ChatMessage } from '#contract/chat.ts';
import { type ChatState, threadOf } from '#store/chat/chatState.ts';
import { type Arrival, newConversation, receive } from '#store/chat/conversations.ts';
import { rekeyMarks } from '#store/chat/markReducers.ts';
import type { Post } from '#store/chat/post.ts';
import { emptyThread, findPost, mergePosts } from '#store/chat/thread.ts';
import { countOnce } from '#store/chat/unread.ts';

interface HistoryPart {
  channel: string;
  posts: Post[];
  oldest: string | null;
  isAtStart: boolean;
  /** More of the same page is on its way. */
  isLoading: boolean;
}
interface Submitted {
  id: string;
  channel: string;
  message: ChatMessage;
}

const settle = (chat: ChatState, channel: string, id: string, changes: Partial<Post>) => {
  const thread = threadOf(chat, channel);
  const post = findPost(thread, id);
  if (post) chat.threads[channel] = mergePosts(thread, [{ ...post, ...changes }]);
};

/** The stories of messages: read, written, sent, received. */
export const threadReducers = {
  /** The person scrolled to the top: the next older page is wanted, or all down to a timetoken. */
  historyRequested(chat: ChatState, { payload }: PayloadAction<{ channel: string; downTo?: string }>) {
    const thread = threadOf(chat, payload.channel);
    chat.threads[payload.channel] = { ...thread, isLoading: !thread.isAtStart, hasFailed: false };
  },
  historyLoaded(chat: ChatState, { payload }: PayloadAction<HistoryPart>) {
    const before = threadOf(chat, payload.channel);
    const thread = mergePosts(before, payload.posts);
    if (thread.aliases !== before.aliases) {
      rekeyMarks(chat, payload.channel, thread.aliases);
      const conversation = chat.conversations[payload.channel];
      if (conversation) countOnce(conversation, thread.aliases);
    }
    const { oldest, isAtStart, isLoading } = payload;
    chat.threads[payload.channel] = {
      ...thread,
      oldest: oldest ?? thread.oldest,
      isAtStart,
      isLoading,
      hasFailed: false,
    };
  },
  historyFailed(chat: ChatState, { payload }: PayloadAction<{ channel: string }>) {
    const thread = threadOf(chat, payload.channel);
    chat.threads[payload.channel] = { ...thread, isLoading: false, hasFailed: true };
  },
  /** More came while we were away than is fetched at once: what is held no longer joins the present and is read anew. */
  historyBroken(chat: ChatState, { payload }: PayloadAction<{ channel: string; oldest: string | null }>) {
    const { waiting } = threadOf(chat, payload.channel);
    chat.threads[payload.channel] = { ...emptyThread, oldest: payload.oldest, waiting };
  },
  messageSubmitted: {
    // Id and clock are made here, before the reducer, so that a replay gives the same state.
    prepare: (channel: string, user: ChatMessage['user'], details: string) => ({
      payload: { id: nanoid(), channel, message: { user, details, timestamp: Date.now() } },
    }),
    reducer(chat: ChatState, { payload: { id, channel, message } }: PayloadAction<Submitted>) {
      const { details, timestamp, user } = message;
      chat.threads[channel] = mergePosts(threadOf(chat, channel), [
        { id, channel, publisherId: user.id, details, timestamp, timetoken: null, status: 'sending' },
      ]);
    },
  },
  /** Written before a reload, or in a tab that is gone, and not known to have arrived. */
  outboxRestored(chat: ChatState, { payload }: PayloadAction<{ letters: { post: Post; peerId: number }[] }>) {
    for (const { post, peerId } of payload.letters) {
      chat.conversations[post.channel] ??= newConversation(post.channel, peerId);
      chat.threads[post.channel] = mergePosts(threadOf(chat, post.channel), [post]);
    }
  },
  /** Several batched into one action: one burst is one render. */
  messagesReceived(chat: ChatState, { payload }: PayloadAction<{ arrivals: Arrival[] }>) {
    receive(chat, payload.arrivals);
  },
  messageSent(
    chat: ChatState,
    { payload }: PayloadAction<{ channel: string; id: string; timetoken: string }>,
  ) {
    const { channel, id, timetoken } = payload;
    const post = findPost(threadOf(chat, channel), id);
    const conversation = chat.conversations[channel];
    if (!post || !conversation) return;
    const sent: Post = { ...post, timetoken, status: 'sent' };
    receive(chat, [{ post: sent, isOwn: true, peerId: conversation.peerId, peerName: null }]);
  },
  /** Refused for good. The echo may be here although the answer to the publish never came. */
  messageFailed(
    chat: ChatState,
    { payload }: PayloadAction<{ channel: string; id: string; reason: string }>,
  ) {
    settle(chat, payload.channel, payload.id, { status: 'failed' });
  },
  messageRetried(chat: ChatState, { payload }: PayloadAction<{ channel: string; id: string }>) {
    settle(chat, payload.channel, payload.id, { status: 'sending' });
  },
};
