import { useMemo } from 'react';
import type { WindowedList } from '#src/chat/windowed-list/useWindowedList.ts';
import type { Message } from '#store/chat/message.ts';
import { firstUnreadIndex } from './firstUnread.ts';
import { useJumpToUnread } from './useJumpToUnread.ts';
import { useMissedCount } from './useMissedCount.ts';
import { useOpenAtUnread } from './useOpenAtUnread.ts';

export interface ReadingOptions extends Pick<WindowedList, 'scroller' | 'isAtEnd' | 'scrollToItem'> {
  /** The loaded messages, oldest first. */
  messages: readonly Message[];
  ownId: number;
  /** The read position when the conversation was opened; null if there was no unread message. */
  newAfter: string | null;
  history: { isAtStart: boolean; isLoading: boolean; hasFailed: boolean };
  /** The user has just sent a message. */
  isSending: boolean;
  /** Loads all older messages down to a timetoken. */
  onLoadDownTo: (timetoken: string) => void;
}

/** The position of the first unread message, the jump to it, and the number of missed messages. */
export function useReadingPosition(options: ReadingOptions) {
  const { messages, ownId, newAfter, isAtEnd } = options;
  const firstUnread = useMemo(() => firstUnreadIndex(messages, ownId, newAfter), [messages, ownId, newAfter]);
  useOpenAtUnread({ ...options, firstUnread });
  const jump = useJumpToUnread({ ...options, firstUnread });
  const missed = useMissedCount(messages, ownId, isAtEnd);
  return { firstUnread, jump, missed };
}
