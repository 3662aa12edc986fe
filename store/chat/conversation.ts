import type { Message } from './message.ts';

export interface LastMessage {
  details: string;
  timetoken: string;
  isOwn: boolean;
  isUnreadable?: true;
}

/** A conversation with one peer, without its messages. */
export interface Conversation {
  channel: string;
  peerId: number;
  /** The peer's name from their messages, shown while the directory loads. */
  peerHint: string | null;
  lastMessage: LastMessage | null;
  /** True if both users are members. A conversation that was only opened is not listed. */
  isMember: boolean;
  /**
   * Everything up to this timetoken has been read. It never moves backwards, see docs/decisions/0014-read-positions.md.
   */
  readTimetoken: string;
  /** The read position that the service has stored. */
  savedTimetoken: string;
  /** Timetokens of the peer's unread messages, oldest first. A set, so that a message counts once. */
  unreadAt: string[];
  /** Number of unread messages before the first of `unreadAt`. */
  unreadOlder: number;
  /** The 'New' line is shown after this timetoken until the conversation is closed; null if nothing was unread. */
  newAfter: string | null;
  /** The server was notified of unread messages up to this timetoken, which the peer has not read yet. */
  unreadPostedAt: string | null;
}

export const newConversation = (channel: string, peerId: number): Conversation => ({
  channel,
  peerId,
  peerHint: null,
  lastMessage: null,
  isMember: false,
  readTimetoken: '0',
  savedTimetoken: '0',
  unreadAt: [],
  unreadOlder: 0,
  newAfter: null,
  unreadPostedAt: null,
});

export const lastMessageOf = (
  { details, timetoken, isUnreadable }: Pick<Message, 'details' | 'timetoken' | 'isUnreadable'>,
  isOwn: boolean,
): LastMessage => ({ details, timetoken: timetoken ?? '0', isOwn, ...(isUnreadable && { isUnreadable }) });
