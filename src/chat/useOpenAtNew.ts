import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Post } from '#store/chat/post.ts';
import { firstNewOf } from './postRows.ts';

interface Options {
  list: RefObject<HTMLDivElement | null>;
  posts: readonly Post[];
  ownId: number;
  newAfter: string | null;
  /** Something older is there, or will not come any more: the first new message of what is loaded is the first of all. */
  isAtStart: boolean;
  isLoading: boolean;
  isAtEnd: boolean;
  reveal: (index: number, id: string) => void;
}

/**
 * A conversation with more news than fit on the screen opens at the first of them, once, and only while nobody has moved.
 * With more than a page of news it opens at its end: nobody wants to read so far before they may answer.
 */
export function useOpenAtNew({
  list,
  posts,
  ownId,
  newAfter,
  isAtStart,
  isLoading,
  isAtEnd,
  reveal,
}: Options) {
  const isOpen = useRef(newAfter === null);
  useLayoutEffect(() => {
    const element = list.current;
    if (isOpen.current || !element || posts.length === 0) return;
    const first = firstNewOf(posts, ownId, newAfter);
    if (first === 0 && !isAtStart && isLoading && isAtEnd) return; // the rest of the page is on its way
    isOpen.current = true;
    const post = posts[first ?? -1];
    if (first === null || !post || !isAtEnd || (first === 0 && !isAtStart)) return;
    const rows = Array.from(element.querySelectorAll<HTMLElement>('[data-id]'));
    const row = rows.find(({ dataset }) => dataset.id === post.id);
    if (!row || row.offsetTop < element.scrollTop) reveal(first, post.id);
  });
}
