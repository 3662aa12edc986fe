import { format } from 'date-fns';
import { CHAT_LIST_DATE_FORMAT, MESSAGE_TIME_FORMAT } from '#contract/limits.ts';
import type { Post } from '#store/chat/post.ts';

/** A post never changes, so what its moment reads like is written once, however often its row is drawn. */
function written(pattern: string) {
  const known = new WeakMap<Post, string>();
  return (post: Post): string => {
    const before = known.get(post);
    if (before !== undefined) return before;
    const text = format(post.timestamp, pattern);
    known.set(post, text);
    return text;
  };
}
export const dayOf = written(CHAT_LIST_DATE_FORMAT);
export const timeOf = written(MESSAGE_TIME_FORMAT);
