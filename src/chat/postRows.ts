import type { Post } from '#store/chat/thread.ts';
import { isLater } from '#store/messaging/timetoken.ts';
import { dayOf } from './postTimes.ts';

/** Messages of one person within this time stand together, with the time under the last of them. */
const GROUP_MS = 5 * 60_000;

export interface PostRow {
  post: Post;
  isOwn: boolean;
  /** `Mar 9` above the first message of a day. */
  day: string | null;
  /** The line 'New' stands above this one. */
  isFirstNew: boolean;
  /** Goes on a group that began above. */
  isContinued: boolean;
  /** The last of its group carries the time. */
  isLast: boolean;
}

/** Where the one line 'New' stands: above the peer's first message after the position. What is one's own is never new. */
export function firstNewOf(posts: readonly Post[], ownId: number, newAfter: string | null): number | null {
  let first: number | null = null;
  for (let index = posts.length - 1; newAfter !== null && index >= 0; index--) {
    const { timetoken, publisherId } = posts[index]!;
    if (timetoken === null) continue;
    if (!isLater(timetoken, newAfter)) break;
    if (publisherId !== ownId) first = index;
  }
  return first;
}

/**
 * The rows of `posts[from, to)`, each knowing only what stands around it, so that a row that did not change stays.
 * `firstNew` is where the line 'New' stands.
 */
export function postRows(
  posts: readonly Post[],
  from: number,
  to: number,
  ownId: number,
  firstNew: number | null,
): PostRow[] {
  const rows: PostRow[] = [];
  for (let index = from; index < to; index++) {
    const post = posts[index]!;
    const before = posts[index - 1];
    const starts = before === undefined || dayOf(before) !== dayOf(post);
    const isFirstNew = index === firstNew;
    const isContinued =
      before !== undefined &&
      !starts &&
      !isFirstNew &&
      before.publisherId === post.publisherId &&
      post.timestamp - before.timestamp < GROUP_MS;
    const last = rows.at(-1);
    if (last && !isContinued) last.isLast = true;
    if (last && isContinued) last.isLast = false;
    rows.push({
      post,
      isOwn: post.publisherId === ownId,
      day: starts ? dayOf(post) : null,
      isFirstNew,
      isContinued,
      isLast: true,
    });
  }
  return rows;
}
