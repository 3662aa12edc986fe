import { useState } from 'react';
import type { Post } from '#store/chat/post.ts';
import { isLater } from '#store/messaging/timetoken.ts';

const newestOf = (posts: readonly Post[]) =>
  posts.findLast(({ timetoken }) => timetoken !== null)?.timetoken ?? null;

/**
 * How many messages of the other person lie after a timetoken. While others only come behind those that were counted, no
 * more than what came is looked at: a conversation may stand open for days.
 */
function growingCount() {
  let known = { posts: [] as readonly Post[], after: '', ownId: 0, count: 0 };
  return (posts: readonly Post[], after: string | null, ownId: number): number => {
    if (after === null) return 0;
    const counted = known.posts.length;
    const isGrown =
      known.after === after &&
      known.ownId === ownId &&
      counted > 0 &&
      posts[counted - 1] === known.posts[counted - 1];
    let count = isGrown ? known.count : 0;
    for (let index = posts.length - 1; index >= (isGrown ? counted : 0); index--) {
      const { timetoken, publisherId } = posts[index]!;
      if (timetoken === null) continue;
      if (!isLater(timetoken, after)) break;
      if (publisherId !== ownId) count += 1;
    }
    known = { posts, after, ownId, count };
    return count;
  };
}

/** What came since the conversation was opened, and since one scrolled away from its end. */
export function useMissed(posts: readonly Post[], ownId: number, isAtEnd: boolean) {
  const newest = newestOf(posts);
  const [countOpened] = useState(growingCount);
  const [countLeft] = useState(growingCount);
  const [openedAt, setOpenedAt] = useState(newest);
  const [leftAt, setLeftAt] = useState<string | null>(null);
  // Before the first page is there nothing is news.
  if (openedAt === null && newest !== null) setOpenedAt(newest);
  if (isAtEnd && leftAt !== null) setLeftAt(null);
  if (!isAtEnd && leftAt === null && newest !== null) setLeftAt(newest);
  return { sinceOpened: countOpened(posts, openedAt, ownId), sinceLeft: countLeft(posts, leftAt, ownId) };
}
