import { useLayoutEffect, useRef, useState } from 'react';
import { HISTORY_PAGE_SIZE } from '#contract/limits.ts';
import type { Post } from '#store/chat/post.ts';
import { isLater } from '#store/messaging/timetoken.ts';
import { firstNewOf } from './postRows.ts';

interface Options {
  posts: readonly Post[];
  ownId: number;
  newAfter: string | null;
  isAtStart: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  /** The message that one has written oneself, while it is the newest and on its way. */
  ownNewest: string | null;
  reveal: (index: number, id: string) => void;
  /** Asks for all that is older, down to a timetoken. */
  onWanted: (downTo: string) => void;
}

/**
 * With more news than are loaded a conversation stands at its end, and what is new began far above. Until one has gone
 * there, has answered or says that all is read, nothing counts as read: what lies between was never on the screen.
 */
export function useWayToNew(options: Options) {
  const { posts, ownId, newAfter, isAtStart, isLoading, hasFailed, ownNewest, reveal, onWanted } = options;
  /** For which line 'New' there is no way to go any more. */
  const [doneFor, setDoneFor] = useState<string | null>(null);
  const isSought = useRef(false);
  const oldest = posts[0]?.timetoken ?? null;
  const isAbove =
    newAfter !== null && newAfter !== doneFor && !isAtStart && oldest !== null && isLater(oldest, newAfter);
  if (isAbove && ownNewest !== null) setDoneFor(newAfter); // whoever answers has seen what they want to see

  useLayoutEffect(() => {
    if (!isSought.current) return;
    if (hasFailed) isSought.current = false; // the list says so, and one may ask again
    if (isAbove || hasFailed) return;
    isSought.current = false;
    const first = firstNewOf(posts, ownId, newAfter);
    const post = posts[first ?? -1];
    if (first !== null && post) reveal(first, post.id);
  });
  return {
    isAbove,
    /** Not while the first page is still coming, which may hold it. */
    isShown: isAbove && (!isLoading || posts.length >= HISTORY_PAGE_SIZE),
    go: () => {
      if (newAfter === null) return;
      isSought.current = true;
      onWanted(newAfter);
    },
    skip: () => setDoneFor(newAfter),
  };
}
