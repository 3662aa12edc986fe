import { current, isDraft, original } from '@reduxjs/toolkit';
import type { MessageChange } from '#contract/chatChanges.ts';
import type { Marks } from '#store/chat/marks.ts';
import { emptyThread, type Thread } from '#store/chat/thread.ts';

export interface Conversation {
  channel: string;
  peerId: number;
  /** What the peer's messages say of their writer: shown while the directory is loading. */
  peerHint: string | null;
  /** How many messages of the peer lie after the read position: those below and `unreadOlder`. */
  unread: number;
  /** Their timetokens, oldest first: as a set they come by several ways and still count once. */
  unreadAt: string[];
  /** Those before the first of `unreadAt`, of which only the number is known. */
  unreadOlder: number;
  lastMessage: { details: string; timetoken: string; isOwn: boolean; isUnreadable?: true } | null;
  /** Both people are members: a conversation that was only opened is on nobody's list. */
  isMember: boolean;
  /** Everything up to here has been read. Never moves back. */
  readTimetoken: string;
  /** The read position that the service knows. */
  savedTimetoken: string;
  /** The peer was told of an unread message up to here, and has not read it yet. */
  unreadPostedAt: string | null;
}

/** A change of a message that is on its way, or was refused. It is shown as if it were there. */
export interface PendingChange {
  id: string;
  channel: string;
  messageTimetoken: string;
  change: MessageChange;
  /** When it was said here, as a timetoken: its place until the service gives it one. */
  at: string;
  status: 'sending' | 'refused' | 'late';
}

/** How far back, and up to where, the changes of a conversation's messages are known. */
export interface KnownMarks {
  from: string;
  upTo: string;
}

export interface ChatState {
  /** Whose chat this is: unsent messages outlive a session that the service ended, for the same person only. */
  ownerId: number | null;
  isExpanded: boolean;
  isPageFocused: boolean;
  view: 'list' | 'search' | 'conversation';
  openChannel: string | null;
  /** The read position when the conversation was opened: the 'New' line stays there until it is left. */
  newAfter: string | null;
  searchText: string;
  /** What the results are for: the text as it was when the typing paused. */
  searchedText: string;
  listStatus: 'idle' | 'loading' | 'loaded' | 'failed';
  conversations: Record<string, Conversation>;
  /** Posts by channel, so that one arrival does not touch other conversations. */
  threads: Record<string, Thread>;
  /** What has been said about messages: by channel, then by the message's timetoken. */
  marks: Record<string, Record<string, Marks>>;
  knownMarks: Record<string, KnownMarks>;
  changes: Record<string, PendingChange>;
  /** Channels in which the peer is writing now. */
  typing: Record<string, true>;
}

export const initialChatState: ChatState = {
  ownerId: null,
  isExpanded: false,
  isPageFocused: true,
  view: 'list',
  openChannel: null,
  newAfter: null,
  searchText: '',
  searchedText: '',
  listStatus: 'idle',
  conversations: {},
  threads: {},
  marks: {},
  knownMarks: {},
  changes: {},
  typing: {},
};

/**
 * The thread as plain data. Threads are replaced and never changed in place, so what Immer guards is still the original,
 * and reading thousands of posts through its proxies is spared.
 */
export function threadOf(chat: ChatState, channel: string): Thread {
  const thread = chat.threads[channel];
  if (!thread) return emptyThread;
  return isDraft(thread) ? (original(thread) ?? emptyThread) : thread;
}

/** The same for a conversation that is replaced: what comes in by the hundred is counted on plain data. */
export function conversationOf(chat: ChatState, channel: string): Conversation | null {
  const conversation = chat.conversations[channel];
  if (!conversation) return null;
  return isDraft(conversation) ? current(conversation) : conversation;
}
