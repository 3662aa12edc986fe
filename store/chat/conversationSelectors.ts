import { createSelector } from '@reduxjs/toolkit';
import { SESSION_FEEDBACK_PREFIX } from '#contract/limits.ts';
import { previewOf } from '#contract/messaging/chat.ts';
import { fullName, type Person } from '#contract/people.ts';
import { compareTimetokens, isLater, laterOf } from '#store/messaging/timetoken.ts';
import { selectDirectory } from '#store/people/directory.ts';
import {
  type Presence,
  presenceOf,
  selectOnline,
  selectPresenceState,
} from '#store/presence/presenceSlice.ts';
import type { RootState } from '#store/rootReducer.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { emptyChannelMessages } from './channelMessages.ts';
import type { Conversation } from './conversation.ts';
import { joinAliases, selectSavedMessageActions } from './messageActionSelectors.ts';
import { applyTextActions, type MessageActions } from './messageActions.ts';
import { selectAliases, selectMessagesByChannel } from './messageSelectors.ts';
import { unreadCount } from './unread.ts';
import { selectIsReading, selectOpenChannel } from './widgetSelectors.ts';

export const selectListStatus = (state: RootState) => state.chat.conversations.listStatus;
export const selectConversations = (state: RootState) => state.chat.conversations.byChannel;
export const selectConversation = (state: RootState, channel: string): Conversation | null =>
  selectConversations(state)[channel] ?? null;
const selectOpen = (state: RootState) => selectConversation(state, selectOpenChannel(state) ?? '');

/** The 'New' line is shown after this timetoken; null if nothing was unread. */
export const selectNewAfter = (state: RootState) => selectOpen(state)?.newAfter ?? null;

export function selectUnreadIn(state: RootState, channel: string): number {
  const conversation = selectConversation(state, channel);
  return conversation ? unreadCount(conversation, selectAliases(state, channel)) : 0;
}
export const selectUnreadTotal = createSelector(
  [selectConversations, selectMessagesByChannel],
  (conversations, messages) =>
    Object.values(conversations).reduce(
      (sum, conversation) => sum + unreadCount(conversation, messages[conversation.channel]?.aliases),
      0,
    ),
);
/** The unread count in the widget's title. It excludes the conversation that the user is reading. */
export const selectUnreadElsewhere = (state: RootState) => {
  const channel = selectOpenChannel(state) ?? '';
  return selectUnreadTotal(state) - (selectIsReading(state, channel) ? selectUnreadIn(state, channel) : 0);
};

/** The newest known message of all conversations; null if there is none. */
export const selectNewestTimetoken = createSelector([selectConversations], (conversations) =>
  Object.values(conversations).reduce<string | null>(
    (newest, { lastMessage }) => (lastMessage ? laterOf(newest ?? '0', lastMessage.timetoken) : newest),
    null,
  ),
);
/** Conversations whose read position the service has not stored yet. */
export const selectUnsavedPositions = createSelector([selectConversations], (conversations) =>
  Object.values(conversations).filter(
    ({ isMember, readTimetoken, savedTimetoken, lastMessage }) =>
      isMember && lastMessage !== null && isLater(readTimetoken, savedTimetoken),
  ),
);

export interface Peer {
  channel: string;
  peerId: number;
  person: Person | null;
  /** The name from the directory, or from the peer's messages, or 'Someone'. */
  name: string;
  presence: Presence;
}
export interface ConversationRow extends Conversation, Peer {
  unread: number;
  /** The last message with its edits or deletion. For confidential feedback, only its title. */
  preview: {
    text: string;
    isOwn: boolean;
    isDeleted: boolean;
    isUnreadable: boolean;
    timetoken: string;
  } | null;
}

const nameOf = (person: Person | null, hint: string | null) =>
  person ? fullName(person) : (hint ?? 'Someone');
const presenceIn = (state: RootState, person: Person | null): Presence =>
  person ? presenceOf(selectPresenceState(state), person.uuid) : 'unknown';

function previewOfLast(
  { lastMessage, peerId }: Conversation,
  actions: Record<string, MessageActions>,
  ownId: number,
): ConversationRow['preview'] {
  if (!lastMessage) return null;
  const { timetoken, isOwn } = lastMessage;
  const { details, isDeleted, isUnreadable } = applyTextActions(
    { ...lastMessage, publisherId: isOwn ? ownId : peerId },
    actions[timetoken],
  );
  const preview = previewOf(details);
  // In the list, nothing follows the colon.
  const text = preview === SESSION_FEEDBACK_PREFIX ? preview.slice(0, -1) : preview;
  return { text, isDeleted, isUnreadable, isOwn, timetoken };
}
const noActions: Record<string, MessageActions> = {};

/** Newest first, without conversations that have no message. */
export const selectConversationRows = createSelector(
  [
    selectConversations,
    selectDirectory,
    selectPresenceState,
    selectSavedMessageActions,
    selectMessagesByChannel,
    selectUser,
  ],
  (conversations, directory, presence, saved, messages, user): ConversationRow[] =>
    Object.values(conversations)
      .filter(({ isMember, lastMessage }) => isMember || lastMessage !== null)
      .map((conversation) => {
        const { channel, peerId, peerHint } = conversation;
        const person = directory.byId.get(peerId) ?? null;
        const { aliases } = messages[channel] ?? emptyChannelMessages;
        const actions = joinAliases(saved[channel] ?? noActions, aliases);
        return {
          ...conversation,
          person,
          name: nameOf(person, peerHint),
          presence: person ? presenceOf(presence, person.uuid) : 'unknown',
          unread: unreadCount(conversation, aliases),
          preview: previewOfLast(conversation, actions, user?.userId ?? 0),
        };
      })
      .sort((a, b) => compareTimetokens(b.lastMessage?.timetoken ?? '0', a.lastMessage?.timetoken ?? '0')),
);

const selectOpenPerson = (state: RootState) =>
  selectDirectory(state).byId.get(selectOpen(state)?.peerId ?? 0) ?? null;
/** The peer of the open conversation. The object keeps its identity while messages arrive. */
export const selectOpenPeer = createSelector(
  [
    (state: RootState) => selectOpen(state)?.channel ?? null,
    (state: RootState) => selectOpen(state)?.peerId ?? 0,
    selectOpenPerson,
    (state: RootState) => selectOpen(state)?.peerHint ?? null,
    (state: RootState) => presenceIn(state, selectOpenPerson(state)),
  ],
  (channel, peerId, person, hint, presence): Peer | null =>
    channel === null ? null : { channel, peerId, person, name: nameOf(person, hint), presence },
);
export const selectIsPersonOnline = (state: RootState, userId: number): boolean => {
  const person = selectDirectory(state).byId.get(userId);
  return person !== undefined && selectOnline(state)[person.uuid] === true;
};
