import { useState } from 'react';
import type { Post } from '#store/chat/post.ts';
import { isLater } from '#store/messaging/timetoken.ts';

const newestOf = (posts: readonly Post[]) =>
  posts.findLast(({ timetoken }) => timetoken !== null)?.timetoken ?? null;

/** How many messages of the other person lie after a timetoken. */
function countAfter(posts: readonly Post[], after: string | null, ownId: number): number {
  if (after === null) return 0;
  let count = 0;
  for (let index = posts.length - 1; index >= 0; index--) {
    const { timetoken, publisherId } = posts[index]!;
    if (timetoken === null) continue;
    if (!isLater(timetoken, after)) break;
    if (publisherId !== ownId) count += 1;
  }
  return count;
}

/** What came since the conversation was opened, and since one scrolled away from its end. */
export function useMissed(posts: readonly Post[], ownId: number, isAtEnd: boolean) {
  const newest = newestOf(posts);
  const [openedAt, setOpenedAt] = useState(newest);
  const [leftAt, setLeftAt] = useState<string | null>(null);
  // Before the first page is there nothing is news.
  if (openedAt === null && newest !== null) setOpenedAt(newest);
  if (isAtEnd && leftAt !== null) setLeftAt(null);
  if (!isAtEnd && leftAt === null && newest !== null) setLeftAt(newest);
  return { sinceOpened: countAfter(posts, openedAt, ownId), sinceLeft: countAfter(posts, leftAt, ownId) };
}
