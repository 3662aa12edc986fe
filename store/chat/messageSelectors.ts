import { createSelector } from '@reduxjs/toolkit';
import type { RootState } from '#store/rootReducer.ts';
import { emptyChannelMessages, findMessage, type HistoryState, messagesOf } from './channelMessages.ts';
import type { Message } from './message.ts';
import { selectOpenChannel } from './widgetSelectors.ts';

export const selectMessagesByChannel = (state: RootState) => state.chat.messages.byChannel;
const selectIn = (state: RootState, channel: string | null) =>
  selectMessagesByChannel(state)[channel ?? ''] ?? emptyChannelMessages;

export const selectMessage = (state: RootState, channel: string, id: string): Message | null =>
  findMessage(selectIn(state, channel), id) ?? null;

/** Oldest first, pending ones last. */
export const selectMessages = (state: RootState, channel: string) => messagesOf(selectIn(state, channel));
export const selectOpenMessages = createSelector(
  [(state: RootState) => selectIn(state, selectOpenChannel(state))],
  messagesOf,
);

export const selectHistory = (state: RootState, channel: string): HistoryState =>
  selectIn(state, channel).history;
export const selectOpenHistory = (state: RootState): HistoryState =>
  selectIn(state, selectOpenChannel(state)).history;

/** For messages that the service stored twice: maps the hidden timetoken to the shown one. */
export const selectAliases = (state: RootState, channel: string | null) => selectIn(state, channel).aliases;

/** Pending messages of all conversations, in the order of writing. */
export const selectSendingMessages = createSelector([selectMessagesByChannel], (byChannel): Message[] =>
  Object.values(byChannel).flatMap(({ pending }) => pending.filter(({ status }) => status === 'sending')),
);
