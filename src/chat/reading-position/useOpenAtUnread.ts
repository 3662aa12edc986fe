import { useLayoutEffect, useRef } from 'react';
import type { ReadingOptions } from './useReadingPosition.ts';

type Options = Omit<ReadingOptions, 'ownId' | 'isSending' | 'onLoadDownTo'> & { firstUnread: number | null };

/**
 * Scrolls to the first unread message when a conversation opens and that message is above the view. It does so once,
 * and never after the user has scrolled. With more unread messages than one page, the conversation opens at its end.
 */
export function useOpenAtUnread(options: Options) {
  const { messages, newAfter, history, scroller, isAtEnd, scrollToItem, firstUnread } = options;
  const isDone = useRef(newAfter === null);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (isDone.current || !element || messages.length === 0) return;
    // The first loaded message is unread, so older ones may be unread too.
    const isUnreadAbove = firstUnread === 0 && !history.isAtStart;
    if (isUnreadAbove && history.isLoading && isAtEnd) return; // The rest of the page is loading.
    isDone.current = true;
    const message = messages[firstUnread ?? -1];
    if (firstUnread === null || !message || !isAtEnd || isUnreadAbove) return;
    const rows = Array.from(element.querySelectorAll<HTMLElement>('[data-id]'));
    const row = rows.find(({ dataset }) => dataset.id === message.id);
    if (!row || row.offsetTop < element.scrollTop) scrollToItem(firstUnread);
  });
}
