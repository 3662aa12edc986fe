import { useLayoutEffect, useRef, useState } from 'react';
import { HISTORY_PAGE_SIZE } from '#contract/limits.ts';
import { isLater } from '#store/messaging/timetoken.ts';
import type { ReadingOptions } from './useReadingPosition.ts';

type Options = Omit<ReadingOptions, 'ownId' | 'scroller' | 'isAtEnd'> & { firstUnread: number | null };

/**
 * If more messages are unread than are loaded, the conversation opens at its end. No message counts as read until the
 * user jumps to the first unread message, replies or marks all as read, because the messages in between were never in
 * view.
 */
export function useJumpToUnread(options: Options) {
  const { messages, newAfter, history, isSending, scrollToItem, onLoadDownTo, firstUnread } = options;
  const { isAtStart, isLoading, hasFailed } = history;
  /** The read position for which the user has dismissed the jump. */
  const [dismissedFor, setDismissedFor] = useState<string | null>(null);
  const isJumping = useRef(false);
  const oldest = messages[0]?.timetoken ?? null;
  const isUnreadAbove =
    newAfter !== null &&
    newAfter !== dismissedFor &&
    !isAtStart &&
    oldest !== null &&
    isLater(oldest, newAfter);
  if (isUnreadAbove && isSending) setDismissedFor(newAfter);

  useLayoutEffect(() => {
    if (!isJumping.current) return;
    if (hasFailed) isJumping.current = false; // The list shows the error, and the user can jump again.
    if (isUnreadAbove || hasFailed) return;
    isJumping.current = false;
    if (firstUnread !== null) scrollToItem(firstUnread);
  });
  return {
    isUnreadAbove,
    /** False while the first page is loading, because it may contain the first unread message. */
    isShown: isUnreadAbove && (!isLoading || messages.length >= HISTORY_PAGE_SIZE),
    jump: () => {
      if (newAfter === null) return;
      isJumping.current = true;
      onLoadDownTo(newAfter);
    },
    markAllAsRead: () => setDismissedFor(newAfter),
  };
}
