import { addDays, format, lightFormat, startOfDay } from 'date-fns';
import { CHAT_LIST_DATE_FORMAT, MESSAGE_TIME_FORMAT } from '#contract/limits.ts';
import type { Message } from '#store/chat/message.ts';

const times = new WeakMap<Message, string>();
/** The time of a message. It is formatted once, because messages are immutable and their rows render often. */
export function timeOf(message: Message): string {
  const known = times.get(message);
  if (known !== undefined) return known;
  // `lightFormat` supports numeric patterns only and is faster.
  const time = lightFormat(message.timestamp, MESSAGE_TIME_FORMAT);
  times.set(message, time);
  return time;
}

/** The last formatted day: most messages have the same day as the one before. */
let day = { from: 0, until: 0, text: '' };
export function dayOf({ timestamp }: Message): string {
  if (timestamp < day.from || timestamp >= day.until) {
    const start = startOfDay(timestamp);
    const text = format(start, CHAT_LIST_DATE_FORMAT);
    day = { from: start.getTime(), until: addDays(start, 1).getTime(), text };
  }
  return day.text;
}
