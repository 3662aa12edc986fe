import type { Formats } from '#src/ui/text/formats.ts';
import type { Message } from '#store/chat/message.ts';

interface Times {
  formats: Formats;
  /** `9:41 AM` */
  time: string;
  /** `11/22/26, 9:41:05 AM` */
  exactTime: string;
}
const known = new WeakMap<Message, Times>();

/** The time of a message. It is formatted once, because messages are immutable and their rows render often. */
export function timesOf(message: Message, formats: Formats): Times {
  const times = known.get(message);
  if (times?.formats === formats) return times;
  const { timestamp } = message;
  const formatted = { formats, time: formats.time(timestamp), exactTime: formats.exactTime(timestamp) };
  known.set(message, formatted);
  return formatted;
}
