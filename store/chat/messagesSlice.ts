import { createSlice, isDraft, nanoid, original, type PayloadAction } from '@reduxjs/toolkit';
import type { ChatMessage } from '#contract/messaging/chat.ts';
import { sessionRejected, signedIn, signedOut } from '#store/session/sessionSlice.ts';
import {
  type ChannelMessages,
  emptyChannelMessages,
  findMessage,
  type HistoryState,
  interruptedMessages,
  mergeMessages,
} from './channelMessages.ts';
import type { IncomingMessage, Message } from './message.ts';

interface MessagesState {
  /** Unsent messages survive a session that the server ended, for the same user only. */
  ownerId: number | null;
  byChannel: Record<string, ChannelMessages>;
}
const initialState: MessagesState = { ownerId: null, byChannel: {} };

interface HistoryPart extends Omit<HistoryState, 'hasFailed'> {
  channel: string;
  messages: Message[];
}
interface Submitted {
  id: string;
  channel: string;
  message: ChatMessage;
}
interface Sent {
  channel: string;
  id: string;
  timetoken: string;
  details: string;
}

interface Failed {
  channel: string;
  id: string;
  status: 'failed' | 'undeliverable';
  /** Exported for traces. */
  reason: string;
}

/** The messages without Immer's proxies. They are only replaced, and reading thousands through proxies is slow. */
function channelIn({ byChannel }: MessagesState, channel: string): ChannelMessages {
  const messages = byChannel[channel] ?? emptyChannelMessages;
  return isDraft(messages) ? (original(messages) ?? emptyChannelMessages) : messages;
}
function merge(state: MessagesState, channel: string, messages: readonly Message[]): void {
  state.byChannel[channel] = mergeMessages(channelIn(state, channel), messages);
}
function changeMessage(state: MessagesState, channel: string, id: string, changes: Partial<Message>): void {
  const message = findMessage(channelIn(state, channel), id);
  if (message) merge(state, channel, [{ ...message, ...changes }]);
}
function changeHistory(state: MessagesState, channel: string, changes: Partial<HistoryState>): void {
  const messages = channelIn(state, channel);
  state.byChannel[channel] = { ...messages, history: { ...messages.history, ...changes } };
}

/** The messages of each channel, and how much of their history is loaded. */
const messagesSlice = createSlice({
  name: 'chat',
  reducerPath: 'messages',
  initialState,
  reducers: {
    /** The user scrolled to the top. `downTo`: requests all pages down to this timetoken. */
    historyRequested(state, { payload }: PayloadAction<{ channel: string; downTo?: string }>) {
      const { isAtStart } = channelIn(state, payload.channel).history;
      changeHistory(state, payload.channel, { isLoading: !isAtStart, hasFailed: false });
    },
    historyLoaded(state, { payload }: PayloadAction<HistoryPart>) {
      const { channel, messages, isAtStart, isLoading } = payload;
      merge(state, channel, messages);
      const oldest = payload.oldest ?? channelIn(state, channel).history.oldest;
      changeHistory(state, channel, { oldest, isAtStart, isLoading, hasFailed: false });
    },
    historyFailed(state, { payload }: PayloadAction<{ channel: string }>) {
      changeHistory(state, payload.channel, { isLoading: false, hasFailed: true });
    },
    /** There is a gap between the loaded messages and the newest ones, so history is loaded again. */
    historyReset(state, { payload }: PayloadAction<{ channel: string; oldest: string | null }>) {
      const { channel, oldest } = payload;
      const { pending } = channelIn(state, channel);
      const history = { ...emptyChannelMessages.history, oldest };
      state.byChannel[channel] = { ...emptyChannelMessages, pending, history };
    },
    messageSubmitted: {
      // The id and the time are created before the reducer, so that a replay gives the same state.
      prepare: (channel: string, user: ChatMessage['user'], details: string) => ({
        payload: { id: nanoid(), channel, message: { user, details, timestamp: Date.now() } },
      }),
      reducer(state, { payload: { id, channel, message } }: PayloadAction<Submitted>) {
        const { details, timestamp, user } = message;
        merge(state, channel, [
          { id, channel, publisherId: user.id, details, timestamp, timetoken: null, status: 'sending' },
        ]);
      },
    },
    /** Pending messages from before a reload, or from a closed tab. */
    outboxRestored(state, { payload }: PayloadAction<{ messages: { message: Message; peerId: number }[] }>) {
      for (const { message } of payload.messages) merge(state, message.channel, [message]);
    },
    /** One action for a batch, so that a burst causes one render. */
    messagesReceived(state, { payload }: PayloadAction<{ messages: IncomingMessage[] }>) {
      const received = payload.messages.map(({ message }) => message);
      for (const channel of new Set(received.map((message) => message.channel)))
        merge(
          state,
          channel,
          received.filter((message) => message.channel === channel),
        );
    },
    messageSent(state, { payload }: PayloadAction<Sent>) {
      const { channel, id, timetoken } = payload;
      changeMessage(state, channel, id, { timetoken, status: 'sent' });
    },
    /** The service refused the message. If its echo arrived although the call failed, it stays sent. */
    messageFailed(state, { payload: { channel, id, status } }: PayloadAction<Failed>) {
      changeMessage(state, channel, id, { status });
    },
    messageRetried(state, { payload }: PayloadAction<{ channel: string; id: string }>) {
      changeMessage(state, payload.channel, payload.id, { status: 'sending' });
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedOut, () => initialState)
      .addCase(sessionRejected, ({ ownerId, byChannel }) => {
        const interrupted = Object.entries(byChannel).map(
          ([channel, messages]) => [channel, interruptedMessages(messages)] as const,
        );
        const unsent = interrupted.filter(([, { pending }]) => pending.length > 0);
        return { ownerId, byChannel: Object.fromEntries(unsent) };
      })
      .addCase(signedIn, ({ ownerId, byChannel }, { payload: { user } }) => ({
        ownerId: user.userId,
        byChannel: ownerId === user.userId ? byChannel : {},
      })),
});
export const {
  historyRequested,
  historyLoaded,
  historyFailed,
  historyReset,
  messageSubmitted,
  outboxRestored,
  messagesReceived,
  messageSent,
  messageFailed,
  messageRetried,
} = messagesSlice.actions;
export default messagesSlice;
