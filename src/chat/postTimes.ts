import { addDays, format, lightFormat, startOfDay } from 'date-fns';
import { CHAT_LIST_DATE_FORMAT, MESSAGE_TIME_FORMAT } from '#contract/limits.ts';
import type { Post } from '#store/chat/post.ts';

const times = new WeakMap<Post, string>();
/** A post never changes, so what its moment reads like is written once, however often its row is drawn. */
export function timeOf(post: Post): string {
  const known = times.get(post);
  if (known !== undefined) return known;
  // The light one knows figures only, and that is all it needs to know here.
  const time = lightFormat(post.timestamp, MESSAGE_TIME_FORMAT);
  times.set(post, time);
  return time;
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
