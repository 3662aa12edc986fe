import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { isLater, laterOf } from '#store/messaging/timetoken.ts';
import { sessionChanged } from '#store/session/sessionSlice.ts';
import { type Conversation, type LastMessage, lastMessageOf, newConversation } from './conversation.ts';
import type { IncomingMessage } from './message.ts';
import { messageSent, messagesReceived, outboxRestored } from './messagesSlice.ts';
import { addUnread, moveReadPosition, refreshUnread, unreadCount } from './unread.ts';
import {
  chatToggled,
  conversationClosed,
  conversationOpened,
  conversationStarted,
  type Opened,
  pageFocusChanged,
} from './widgetSlice.ts';

interface ConversationsState {
  listStatus: 'idle' | 'loading' | 'loaded' | 'failed';
  byChannel: Record<string, Conversation>;
}
const initialState: ConversationsState = { listStatus: 'idle', byChannel: {} };
type Position = PayloadAction<{ channel: string; timetoken: string }>;

const conversationIn = ({ byChannel }: ConversationsState, channel: string, peerId: number): Conversation => {
  byChannel[channel] ??= newConversation(channel, peerId);
  return byChannel[channel];
};

/** Shows the 'New' line above the messages that are unread now. */
function markNew(conversation: Conversation): void {
  if (unreadCount(conversation) > 0) conversation.newAfter = conversation.readTimetoken;
}
function open(state: ConversationsState, { payload: { channel, peerId } }: PayloadAction<Opened>): void {
  const conversation = conversationIn(state, channel, peerId);
  conversation.newAfter = null;
  markNew(conversation);
}

function receive(state: ConversationsState, { message, isOwn, peerId, peerName }: IncomingMessage): void {
  const { channel, timetoken } = message;
  const conversation = conversationIn(state, channel, peerId);
  conversation.isMember = true;
  if (peerName) conversation.peerHint = peerName;
  conversation.lastMessage = newerOf(conversation.lastMessage, lastMessageOf(message, isOwn));
  if (isOwn) return;
  conversation.unreadPostedAt = null; // a peer who replies has read the messages
  addUnread(conversation, timetoken);
}

/** If there are 2 versions of one message, the readable one is kept. */
function newerOf(known: LastMessage | null, incoming: LastMessage | null): LastMessage | null {
  if (!known || !incoming) return known ?? incoming;
  if (known.isUnreadable && known.timetoken === incoming.timetoken) return incoming;
  return isLater(incoming.timetoken, known.timetoken) ? incoming : known;
}

/** Merges the service's response with changes since the request. */
function refresh({ byChannel }: ConversationsState, answer: Conversation): void {
  const known = byChannel[answer.channel];
  if (!known) {
    byChannel[answer.channel] = answer;
    return;
  }
  known.isMember ||= answer.isMember;
  known.savedTimetoken = laterOf(known.savedTimetoken, answer.savedTimetoken);
  known.peerHint = answer.peerHint ?? known.peerHint;
  known.lastMessage = newerOf(known.lastMessage, answer.lastMessage);
  refreshUnread(known, answer);
}

/** The list of conversations, their unread messages, and the read positions. */
const conversationsSlice = createSlice({
  name: 'chat',
  reducerPath: 'conversations',
  initialState,
  reducers: {
    /** Dispatched after each connection, at intervals, and when a user retries after the list failed to load. */
    conversationsRequested(state) {
      if (state.listStatus !== 'loaded') state.listStatus = 'loading';
    },
    conversationsLoaded(state, { payload }: PayloadAction<{ conversations: Conversation[] }>) {
      state.listStatus = 'loaded';
      for (const conversation of payload.conversations) refresh(state, conversation);
    },
    conversationsFailed(state) {
      if (state.listStatus !== 'loaded') state.listStatus = 'failed';
    },
    /** Both users are members. */
    conversationJoined({ byChannel }, { payload }: PayloadAction<{ channel: string }>) {
      const conversation = byChannel[payload.channel];
      if (conversation) conversation.isMember = true;
    },
    /** A message was on screen for a second, so everything up to it is read. */
    messagesRead({ byChannel }, { payload }: Position) {
      const conversation = byChannel[payload.channel];
      if (conversation) moveReadPosition(conversation, payload.timetoken);
    },
    /** The service has stored the read position. */
    readPositionSaved({ byChannel }, { payload }: Position) {
      const conversation = byChannel[payload.channel];
      if (conversation) conversation.savedTimetoken = laterOf(conversation.savedTimetoken, payload.timetoken);
    },
    /** The same user read messages in another browser. */
    readPositionMoved({ byChannel }, { payload }: Position) {
      const conversation = byChannel[payload.channel];
      if (!conversation) return;
      moveReadPosition(conversation, payload.timetoken);
      conversation.savedTimetoken = laterOf(conversation.savedTimetoken, payload.timetoken);
    },
    /**
     * An offline peer is notified once until they have read the messages. See
     * docs/decisions/0019-unread-messages-and-mail.md.
     */
    unreadMessagePosted({ byChannel }, { payload }: Position) {
      const conversation = byChannel[payload.channel];
      if (conversation) conversation.unreadPostedAt = payload.timetoken;
    },
    peerRead({ byChannel }, { payload }: Position) {
      const conversation = byChannel[payload.channel];
      if (conversation?.unreadPostedAt && !isLater(conversation.unreadPostedAt, payload.timetoken))
        conversation.unreadPostedAt = null;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(conversationOpened, open)
      .addCase(conversationStarted, open)
      .addCase(conversationClosed, ({ byChannel }, { payload }) => {
        const conversation = byChannel[payload.channel];
        if (conversation) conversation.newAfter = null;
      })
      // Messages that arrived while the user was away are marked as new, as in a conversation that is opened.
      .addCase(chatToggled, ({ byChannel }, { payload }) => {
        if (payload.isExpanded) Object.values(byChannel).forEach(markNew);
      })
      .addCase(pageFocusChanged, ({ byChannel }, { payload }) => {
        if (payload.isFocused) Object.values(byChannel).forEach(markNew);
      })
      .addCase(outboxRestored, (state, { payload }) => {
        for (const { message, peerId } of payload.messages) conversationIn(state, message.channel, peerId);
      })
      .addCase(messagesReceived, (state, { payload }) => {
        for (const incoming of payload.messages) receive(state, incoming);
      })
      .addCase(messageSent, ({ byChannel }, { payload }) => {
        const conversation = byChannel[payload.channel];
        if (!conversation) return;
        conversation.isMember = true;
        conversation.lastMessage = newerOf(conversation.lastMessage, lastMessageOf(payload, true));
      })
      .addMatcher(sessionChanged, () => initialState),
});
export const {
  conversationsRequested,
  conversationsLoaded,
  conversationsFailed,
  conversationJoined,
  messagesRead,
  readPositionSaved,
  readPositionMoved,
  unreadMessagePosted,
  peerRead,
} = conversationsSlice.actions;
export default conversationsSlice;
