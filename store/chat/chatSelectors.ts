import { createSelector } from '@reduxjs/toolkit';
import { previewOf } from '#contract/chat.ts';
import { fullName, type Person } from '#contract/people.ts';
import type { Conversation, PendingChange } from '#store/chat/chatState.ts';
import { isReading } from '#store/chat/conversations.ts';
import { addMark, detailsOf, type Marks } from '#store/chat/marks.ts';
import { emptyThread, findPost, growingPosts, type Post } from '#store/chat/thread.ts';
import { compareTimetokens, isLater, laterOf } from '#store/messaging/timetoken.ts';
import { selectDirectory } from '#store/people/directory.ts';
import { selectPeopleIndex } from '#store/people/peopleIndex.ts';
import { searchPeople } from '#store/people/searchPeople.ts';
import { type Presence, presenceOf, selectOnline, selectRecently } from '#store/presence/presenceSlice.ts';
import type { RootState } from '#store/rootReducer.ts';
import { selectUser } from '#store/session/sessionSlice.ts';

export const selectIsExpanded = (state: RootState) => state.chat.isExpanded;
export const selectChatView = (state: RootState) => state.chat.view;
export const selectOpenChannel = (state: RootState) => state.chat.openChannel;
export const selectListStatus = (state: RootState) => state.chat.listStatus;
export const selectSearchText = (state: RootState) => state.chat.searchText;
export const selectSearchedText = (state: RootState) => state.chat.searchedText;
/** The line 'New' stands after this timetoken; null when nothing was unread. */
export const selectNewAfter = (state: RootState) => state.chat.newAfter;

export const selectConversations = (state: RootState) => state.chat.conversations;
export const selectConversation = (state: RootState, channel: string): Conversation | null =>
  state.chat.conversations[channel] ?? null;

export const selectUnreadIn = (state: RootState, channel: string) =>
  state.chat.conversations[channel]?.unread ?? 0;

/** The newest message known anywhere; null while nothing is known. */
export const selectNewestTimetoken = createSelector([selectConversations], (conversations) =>
  Object.values(conversations).reduce<string | null>(
    (newest, { lastMessage }) => (lastMessage ? laterOf(newest ?? '0', lastMessage.timetoken) : newest),
    null,
  ),
);

/** Whom one talks to. */
export interface Peer {
  channel: string;
  peerId: number;
  person: Person | null;
  /** By the directory, else as the peer's messages say, else 'Someone'. */
  name: string;
  presence: Presence;
}
export interface ConversationRow extends Conversation, Peer {
  /** The last message as it stands now: corrected or withdrawn, and of confidential feedback only what it is. */
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
  person
    ? presenceOf({ online: selectOnline(state), recently: selectRecently(state) }, person.uuid)
    : 'offline';

const previewOfLast = (
  { lastMessage, peerId }: Conversation,
  marks: Record<string, Marks> | undefined,
  ownId: number,
): ConversationRow['preview'] => {
  if (!lastMessage) return null;
  const { timetoken, isOwn } = lastMessage;
  const { details, isDeleted, isUnreadable } = detailsOf(
    { ...lastMessage, publisherId: isOwn ? ownId : peerId },
    marks?.[timetoken],
  );
  return { text: previewOf(details), isDeleted, isUnreadable, isOwn, timetoken };
};
const selectMarks = (state: RootState) => state.chat.marks;

/** Newest first. A conversation that was only opened, and in which nobody has written, is not on the list. */
export const selectConversationRows = createSelector(
  [selectConversations, selectDirectory, selectOnline, selectRecently, selectMarks, selectUser],
  (conversations, directory, online, recently, marks, user): ConversationRow[] =>
    Object.values(conversations)
      .filter(({ isMember, lastMessage }) => isMember || lastMessage !== null)
      .map((conversation) => {
        const person = directory.byId.get(conversation.peerId) ?? null;
        const name = nameOf(person, conversation.peerHint);
        const presence = person ? presenceOf({ online, recently }, person.uuid) : 'offline';
        const preview = previewOfLast(conversation, marks[conversation.channel], user?.userId ?? 0);
        return { ...conversation, person, name, presence, preview };
      })
      .sort((a, b) => compareTimetokens(b.lastMessage?.timetoken ?? '0', a.lastMessage?.timetoken ?? '0')),
);
const selectOpen = (state: RootState) => state.chat.conversations[state.chat.openChannel ?? ''];
const selectOpenPerson = (state: RootState) =>
  selectDirectory(state).byId.get(selectOpen(state)?.peerId ?? 0) ?? null;
/** With whom the open conversation is: the same object while messages come and go. */
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
export const selectUnreadTotal = createSelector([selectConversations], (conversations) =>
  Object.values(conversations).reduce((sum, { unread }) => sum + unread, 0),
);
/** What the widget's title counts: all but the conversation that is being looked at. */
export const selectUnreadElsewhere = (state: RootState) => {
  const open = state.chat.conversations[state.chat.openChannel ?? ''];
  return selectUnreadTotal(state) - (open && isReading(state.chat, open.channel) ? open.unread : 0);
};

export const selectThread = (state: RootState, channel: string) => state.chat.threads[channel] ?? emptyThread;
export const selectPost = (state: RootState, channel: string, id: string): Post | null =>
  findPost(selectThread(state, channel), id) ?? null;
const selectThreads = (state: RootState) => state.chat.threads;
/** What has been written and not yet gone out, as it was written. */
export const selectSendingPosts = createSelector([selectThreads], (threads): Post[] =>
  Object.values(threads).flatMap(({ waiting }) => waiting.filter(({ status }) => status === 'sending')),
);
export const selectUnsavedPositions = createSelector([selectConversations], (conversations) =>
  Object.values(conversations).filter(
    ({ isMember, readTimetoken, savedTimetoken, lastMessage }) =>
      isMember && lastMessage !== null && isLater(readTimetoken, savedTimetoken),
  ),
);
/** The open conversation's thread: history state, and posts by id. */
export const selectOpenThread = (state: RootState) =>
  state.chat.threads[state.chat.openChannel ?? ''] ?? emptyThread;
/** Oldest first, those on their way last. */
export const selectOpenPosts = createSelector([selectOpenThread], growingPosts());

const noMarks: Record<string, Marks> = {};
const selectOpenMarks = (state: RootState) => state.chat.marks[state.chat.openChannel ?? ''] ?? noMarks;
const selectChanges = (state: RootState) => state.chat.changes;
/** What has been said about messages and has not yet gone out, as it was said. */
export const selectSendingChanges = createSelector([selectChanges], (changes) =>
  Object.values(changes).filter(({ status }) => status === 'sending'),
);
export const selectChange = (state: RootState, id: string) => state.chat.changes[id] ?? null;
/** What has been said about the messages of the open conversation, with what is on its way. */
export const selectShownMarks = createSelector(
  [selectOpenMarks, selectChanges, selectOpenChannel, selectUser],
  (marks, changes, channel, user) => {
    const pending = Object.values(changes).filter((one) => one.channel === channel);
    if (pending.length === 0 || !user) return marks;
    const shown = { ...marks };
    for (const { messageTimetoken, change, at } of pending) {
      const mark = {
        channel: channel ?? '',
        messageTimetoken,
        actionTimetoken: at,
        actorId: user.userId,
        change,
      };
      shown[messageTimetoken] = addMark(shown[messageTimetoken], mark);
    }
    return shown;
  },
);
/** Whether the person who wrote a message of the open conversation has withdrawn it, in whatever browser. */
export const selectIsDeletedBy = (state: RootState, timetoken: string, publisherId: number) =>
  selectShownMarks(state)[timetoken]?.deletedBy[publisherId] === true;
/** Changes that did not go out, by the message. */
export const selectFailedChanges = createSelector(
  [selectChanges, selectOpenChannel],
  (changes, channel): Record<string, PendingChange> =>
    Object.fromEntries(
      Object.values(changes)
        .filter((one) => one.channel === channel && one.status !== 'sending')
        .map((one) => [one.messageTimetoken, one]),
    ),
);
export const selectKnownMarks = (state: RootState, channel: string) => state.chat.knownMarks[channel] ?? null;
export const selectIsReading = (state: RootState, channel: string) => isReading(state.chat, channel);
export const selectIsPeerTyping = (state: RootState, channel: string) => state.chat.typing[channel] === true;
export const selectSearchResults = createSelector(
  [selectPeopleIndex, selectSearchedText, selectUser],
  (index, text, user) => (user ? searchPeople(index, text, user.userId) : []),
);
export const selectIsPersonOnline = (state: RootState, userId: number): boolean => {
  const person = selectDirectory(state).byId.get(userId);
  return person !== undefined && selectOnline(state)[person.uuid] === true;
};
