import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import type { ChatMessage } from '#contract/chat.ts';
import {
  type ChatState,
  type Conversation,
  initialChatState as initialState,
  threadOf,
} from '#store/chat/chatState.ts';
import {
  type Arrival,
  isReading,
  markRead,
  newConversation,
  receive,
  recount,
  refresh,
} from '#store/chat/conversations.ts';
import { emptyThread, mergePosts, type Post, unsettledOf } from '#store/chat/thread.ts';
import { isLater, laterOf } from '#store/messaging/timetoken.ts';
import { sessionRejected, signedIn, signedOut } from '#store/session/sessionSlice.ts';

interface Opened {
  channel: string;
  peerId: number;
}
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

const leaveConversation = (chat: ChatState) => {
  chat.view = 'list';
  chat.openChannel = null;
  chat.newAfter = null;
};
const open = (chat: ChatState, { channel, peerId }: Opened) => {
  chat.conversations[channel] ??= newConversation(channel, peerId);
  const conversation = chat.conversations[channel];
  chat.isExpanded = true;
  chat.view = 'conversation';
  chat.searchText = '';
  chat.openChannel = channel;
  chat.newAfter = conversation.unread > 0 ? conversation.readTimetoken : null;
  if (isReading(chat, channel)) markRead(conversation);
};
const readOpenOne = (chat: ChatState) => {
  const conversation = chat.conversations[chat.openChannel ?? ''];
  if (conversation && isReading(chat, conversation.channel)) markRead(conversation);
};
const settle = (chat: ChatState, channel: string, id: string, changes: Partial<Post>) => {
  const thread = threadOf(chat, channel);
  const post = thread.posts[id];
  if (post) chat.threads[channel] = mergePosts(thread, [{ ...post, ...changes }]);
};

const chatSlice = createSlice({
  name: 'chat',
  initialState,
  reducers: {
    toggled(chat) {
      chat.isExpanded = !chat.isExpanded;
      // What came while it was collapsed is new, as in a conversation that is opened.
      const conversation = chat.conversations[chat.openChannel ?? ''];
      if (chat.isExpanded && conversation && conversation.unread > 0)
        chat.newAfter = conversation.readTimetoken;
      readOpenOne(chat);
    },
    pageFocusChanged(chat, { payload }: PayloadAction<{ isFocused: boolean }>) {
      chat.isPageFocused = payload.isFocused;
      readOpenOne(chat);
    },
    searchOpened(chat) {
      chat.isExpanded = true;
      chat.view = 'search';
      chat.searchText = '';
      chat.searchedText = '';
      chat.openChannel = null;
    },
    searchTextChanged(chat, { payload }: PayloadAction<string>) {
      chat.searchText = payload;
    },
    /** The typing paused, or somebody asked for the results at once. */
    searchSettled(chat) {
      chat.searchedText = chat.searchText;
    },
    searchClosed: leaveConversation,
    /** Picked from the list, or by a screen that offers to write to somebody. */
    conversationOpened(chat, { payload }: PayloadAction<Opened>) {
      open(chat, payload);
    },
    /** Picked from the search: both people become members, so that the peer hears of it. */
    conversationStarted(chat, { payload }: PayloadAction<Opened>) {
      open(chat, payload);
    },
    conversationClosed: (chat, _action: PayloadAction<{ channel: string }>) => leaveConversation(chat),
    /** By each connection, at intervals, and by a person whose list did not come. */
    conversationsRequested(chat) {
      if (chat.listStatus !== 'loaded') chat.listStatus = 'loading';
    },
    conversationsLoaded(chat, { payload }: PayloadAction<{ conversations: Conversation[] }>) {
      chat.listStatus = 'loaded';
      for (const conversation of payload.conversations) refresh(chat, conversation);
    },
    conversationsFailed(chat) {
      if (chat.listStatus !== 'loaded') chat.listStatus = 'failed';
    },
    /** The person scrolled to the top: the next older page is wanted. */
    historyRequested(chat, { payload }: PayloadAction<{ channel: string }>) {
      const thread = threadOf(chat, payload.channel);
      chat.threads[payload.channel] = { ...thread, isLoading: !thread.isAtStart, hasFailed: false };
    },
    historyLoaded(chat, { payload }: PayloadAction<HistoryPart>) {
      const thread = mergePosts(threadOf(chat, payload.channel), payload.posts);
      const { oldest, isAtStart, isLoading } = payload;
      chat.threads[payload.channel] = {
        ...thread,
        oldest: oldest ?? thread.oldest,
        isAtStart,
        isLoading,
        hasFailed: false,
      };
    },
    historyFailed(chat, { payload }: PayloadAction<{ channel: string }>) {
      const thread = threadOf(chat, payload.channel);
      chat.threads[payload.channel] = { ...thread, isLoading: false, hasFailed: true };
    },
    /** More came while we were away than is fetched at once: what is held no longer joins the present and is read anew. */
    historyBroken(chat, { payload }: PayloadAction<{ channel: string; oldest: string | null }>) {
      const thread = threadOf(chat, payload.channel);
      const ids = thread.ids.filter((id) => thread.posts[id]?.timetoken === null);
      const posts = Object.fromEntries(ids.map((id) => [id, thread.posts[id]!]));
      chat.threads[payload.channel] = { ...emptyThread, oldest: payload.oldest, ids, posts };
    },
    messageSubmitted: {
      // Id and clock are made here, before the reducer, so that a replay gives the same state.
      prepare: (channel: string, user: ChatMessage['user'], details: string) => ({
        payload: { id: nanoid(), channel, message: { user, details, timestamp: Date.now() } },
      }),
      reducer(chat, { payload: { id, channel, message } }: PayloadAction<Submitted>) {
        const { details, timestamp, user } = message;
        chat.threads[channel] = mergePosts(threadOf(chat, channel), [
          { id, channel, publisherId: user.id, details, timestamp, timetoken: null, status: 'sending' },
        ]);
      },
    },
    /** Several batched into one action: one burst is one render. */
    messagesReceived(chat, { payload }: PayloadAction<{ arrivals: Arrival[] }>) {
      for (const arrival of payload.arrivals) receive(chat, arrival);
    },
    messageSent(chat, { payload }: PayloadAction<{ channel: string; id: string; timetoken: string }>) {
      const { channel, id, timetoken } = payload;
      const post = threadOf(chat, channel).posts[id];
      const conversation = chat.conversations[channel];
      if (!post || !conversation) return;
      const sent: Post = { ...post, timetoken, status: 'sent' };
      receive(chat, { post: sent, isOwn: true, peerId: conversation.peerId, peerName: null });
    },
    /** Refused for good. The echo may be here although the answer to the publish never came. */
    messageFailed(chat, { payload }: PayloadAction<{ channel: string; id: string; reason: string }>) {
      settle(chat, payload.channel, payload.id, { status: 'failed' });
    },
    messageRetried(chat, { payload }: PayloadAction<{ channel: string; id: string }>) {
      settle(chat, payload.channel, payload.id, { status: 'sending' });
    },
    /** Both people are members now. */
    conversationJoined(chat, { payload }: PayloadAction<{ channel: string }>) {
      const conversation = chat.conversations[payload.channel];
      if (conversation) conversation.isMember = true;
    },
    /** The service knows the read position. */
    readPositionSaved(chat, { payload }: PayloadAction<{ channel: string; timetoken: string }>) {
      const conversation = chat.conversations[payload.channel];
      if (conversation) conversation.savedTimetoken = laterOf(conversation.savedTimetoken, payload.timetoken);
    },
    /** The peer is away and is told once; not again until they have read (ruling 19). */
    unreadPosted(chat, { payload }: PayloadAction<{ channel: string; timetoken: string }>) {
      const conversation = chat.conversations[payload.channel];
      if (conversation) conversation.unreadPostedAt = payload.timetoken;
    },
    peerRead(chat, { payload }: PayloadAction<{ channel: string; timetoken: string }>) {
      const conversation = chat.conversations[payload.channel];
      if (conversation?.unreadPostedAt && !isLater(conversation.unreadPostedAt, payload.timetoken))
        conversation.unreadPostedAt = null;
    },
    /** Read in another browser of the same person. */
    readPositionMoved(chat, { payload }: PayloadAction<{ channel: string; timetoken: string }>) {
      const conversation = chat.conversations[payload.channel];
      if (!conversation) return;
      const moved = laterOf(conversation.readTimetoken, payload.timetoken);
      if (moved === conversation.readTimetoken) return;
      conversation.readTimetoken = moved;
      conversation.savedTimetoken = laterOf(conversation.savedTimetoken, payload.timetoken);
      conversation.unread = 0;
      recount(chat, conversation);
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedOut, ({ isPageFocused }) => ({ ...initialState, isPageFocused }))
      .addCase(sessionRejected, ({ ownerId, threads, isPageFocused }) => {
        const unsettled = Object.entries(threads).map(
          ([channel, thread]) => [channel, unsettledOf(thread)] as const,
        );
        const kept = Object.fromEntries(unsettled.filter(([, thread]) => thread.ids.length > 0));
        return { ...initialState, ownerId, threads: kept, isPageFocused };
      })
      .addCase(signedIn, (chat, { payload: { user } }) => {
        const isSame = chat.ownerId === user.userId;
        return {
          ...initialState,
          ownerId: user.userId,
          threads: isSame ? chat.threads : {},
          isPageFocused: chat.isPageFocused,
        };
      }),
});

export const {
  toggled: chatToggled,
  pageFocusChanged,
  searchOpened,
  searchTextChanged,
  searchSettled,
  searchClosed,
  conversationOpened,
  conversationStarted,
  conversationClosed,
  conversationsRequested,
  conversationsLoaded,
  conversationsFailed,
  historyRequested,
  historyLoaded,
  historyFailed,
  historyBroken,
  messageSubmitted,
  messagesReceived,
  messageSent,
  messageFailed,
  messageRetried,
  conversationJoined,
  readPositionSaved,
  unreadPosted,
  peerRead,
  readPositionMoved,
} = chatSlice.actions;
export default chatSlice;
