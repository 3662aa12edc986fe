import { addDays, format, startOfDay } from 'date-fns';
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
/** Most messages are of the day of the one before. */
let day = { from: 0, until: 0, text: '' };
export function dayOf({ timestamp }: Post): string {
  if (timestamp < day.from || timestamp >= day.until) {
    const start = startOfDay(timestamp);
    const text = format(start, CHAT_LIST_DATE_FORMAT);
    day = { from: start.getTime(), until: addDays(start, 1).getTime(), text };
  }
  return day.text;
}
export const timeOf = written(MESSAGE_TIME_FORMAT);
