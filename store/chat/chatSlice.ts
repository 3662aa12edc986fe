import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import {
  type ChatState,
  type Conversation,
  initialChatState as initialState,
} from '#store/chat/chatState.ts';
import { newConversation, refresh } from '#store/chat/conversations.ts';
import { markReducers } from '#store/chat/markReducers.ts';
import { unsettledOf } from '#store/chat/thread.ts';
import { threadReducers } from '#store/chat/threadReducers.ts';
import { moveReadPosition } from '#store/chat/unread.ts';
import { isLater, laterOf } from '#store/messaging/timetoken.ts';
import { sessionRejected, signedIn, signedOut } from '#store/session/sessionSlice.ts';

interface Opened {
  channel: string;
  peerId: number;
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
};
/** What came while nobody looked is new, as in a conversation that is opened. */
const markNew = (chat: ChatState) => {
  const conversation = chat.conversations[chat.openChannel ?? ''];
  if (conversation && conversation.unread > 0) chat.newAfter = conversation.readTimetoken;
};
const chatSlice = createSlice({
  name: 'chat',
  initialState,
  reducers: {
    ...threadReducers,
    ...markReducers,
    toggled(chat) {
      chat.isExpanded = !chat.isExpanded;
      if (chat.isExpanded) markNew(chat);
    },
    pageFocusChanged(chat, { payload }: PayloadAction<{ isFocused: boolean }>) {
      chat.isPageFocused = payload.isFocused;
      if (payload.isFocused) markNew(chat);
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
    /** It was on screen for a while, in front of somebody: everything up to here. */
    messagesRead(chat, { payload }: PayloadAction<{ channel: string; timetoken: string }>) {
      const conversation = chat.conversations[payload.channel];
      if (conversation) moveReadPosition(conversation, payload.timetoken);
    },
    /** Read in another browser of the same person. */
    readPositionMoved(chat, { payload }: PayloadAction<{ channel: string; timetoken: string }>) {
      const conversation = chat.conversations[payload.channel];
      if (!conversation) return;
      moveReadPosition(conversation, payload.timetoken);
      conversation.savedTimetoken = laterOf(conversation.savedTimetoken, payload.timetoken);
    },
    peerTyping(chat, { payload }: PayloadAction<{ channel: string }>) {
      chat.typing[payload.channel] = true;
    },
    peerStoppedTyping(chat, { payload }: PayloadAction<{ channel: string }>) {
      delete chat.typing[payload.channel];
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedOut, ({ isPageFocused }) => ({ ...initialState, isPageFocused }))
      .addCase(sessionRejected, ({ ownerId, threads, isPageFocused }) => {
        const unsettled = Object.entries(threads).map(
          ([channel, thread]) => [channel, unsettledOf(thread)] as const,
        );
        const kept = Object.fromEntries(unsettled.filter(([, thread]) => thread.waiting.length > 0));
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
  outboxRestored,
  messagesReceived,
  messageSent,
  messageFailed,
  messageRetried,
  conversationJoined,
  readPositionSaved,
  unreadPosted,
  peerRead,
  messagesRead,
  readPositionMoved,
  peerTyping,
  peerStoppedTyping,
  messageChanged,
  messageChangeSaved,
  messageChangeFailed,
  messageChangeRetried,
  messageChangeGivenUp,
  changesRestored,
  marksReceived,
  marksLoaded,
  marksBroken,
} = chatSlice.actions;
export default chatSlice;
