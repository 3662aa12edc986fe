import { createSelector } from '@reduxjs/toolkit';
import { fullName, type Person } from '#contract/people.ts';
import type { Conversation } from '#store/chat/chatState.ts';
import { emptyThread, type Post } from '#store/chat/thread.ts';
import { chatDraftKey, selectDraft } from '#store/drafts/draftsSlice.ts';
import { compareTimetokens, isLater, laterOf } from '#store/messaging/timetoken.ts';
import { selectDirectory, selectPeople } from '#store/people/directory.ts';
import { buildSearchIndex, searchPeople } from '#store/people/searchPeople.ts';
import { selectOnline } from '#store/presence/presenceSlice.ts';
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

/** The newest message known anywhere; null while nothing is known. */
export const selectNewestTimetoken = createSelector([selectConversations], (conversations) =>
  Object.values(conversations).reduce<string | null>(
    (newest, { lastMessage }) => (lastMessage ? laterOf(newest ?? '0', lastMessage.timetoken) : newest),
    null,
  ),
);

export interface ConversationRow extends Conversation {
  person: Person | null;
  /** By the directory, else as the peer's messages say, else 'Someone'. */
  name: string;
  isOnline: boolean;
}

const selectAllRows = createSelector(
  [selectConversations, selectDirectory, selectOnline],
  (conversations, directory, online): ConversationRow[] =>
    Object.values(conversations)
      .map((conversation) => {
        const person = directory.byId.get(conversation.peerId) ?? null;
        const name = person ? fullName(person) : (conversation.peerHint ?? 'Someone');
        return { ...conversation, person, name, isOnline: person !== null && online[person.uuid] === true };
      })
      .sort((a, b) => compareTimetokens(b.lastMessage?.timetoken ?? '0', a.lastMessage?.timetoken ?? '0')),
);
/** Newest first. A conversation that was only opened, and in which nobody has written, is not on the list. */
export const selectConversationRows = createSelector([selectAllRows], (rows) =>
  rows.filter((row) => row.isMember || row.lastMessage !== null),
);
export const selectOpenConversation = createSelector(
  [selectAllRows, selectOpenChannel],
  (rows, channel) => rows.find((row) => row.channel === channel) ?? null,
);
export const selectUnreadTotal = createSelector([selectConversations], (conversations) =>
  Object.values(conversations).reduce((sum, { unread }) => sum + unread, 0),
);

export const selectThread = (state: RootState, channel: string) => state.chat.threads[channel] ?? emptyThread;
export const selectPost = (state: RootState, channel: string, id: string): Post | null =>
  selectThread(state, channel).posts[id] ?? null;
const selectThreads = (state: RootState) => state.chat.threads;
/** What has been written and not yet gone out, as it was written. */
export const selectSendingPosts = createSelector([selectThreads], (threads): Post[] =>
  Object.values(threads).flatMap((thread) =>
    thread.ids.map((id) => thread.posts[id]!).filter(({ status }) => status === 'sending'),
  ),
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
export const selectOpenPosts = createSelector([selectOpenThread], (thread): Post[] =>
  thread.ids.map((id) => thread.posts[id]!),
);
export const selectOpenDraft = (state: RootState) =>
  state.chat.openChannel === null ? '' : selectDraft(state, chatDraftKey(state.chat.openChannel));

const selectSearchIndex = createSelector([selectPeople], buildSearchIndex);
export const selectSearchResults = createSelector(
  [selectSearchIndex, selectSearchedText, selectUser],
  (index, text, user) => (user ? searchPeople(index, text, user.userId) : []),
);
export const selectIsPersonOnline = (state: RootState, userId: number): boolean => {
  const person = selectDirectory(state).byId.get(userId);
  return person !== undefined && selectOnline(state)[person.uuid] === true;
};
