import type { Formats } from '#src/ui/text/formats.ts';
import type { Message } from '#store/chat/message.ts';

/** Consecutive messages of one sender within this time form a block with one time below it. */
const BLOCK_MS = 5 * 60_000;

export interface MessageRow {
  message: Message;
  isOwn: boolean;
  /** The date is above the first message of a day. */
  startsDay: boolean;
  /** The 'New' line is above this message. */
  isFirstUnread: boolean;
  /** The message continues the block of the message above it. */
  isContinued: boolean;
  /** The last message of a block shows the time. */
  isLast: boolean;
}

/** The rows of `messages[from, to)`. A row depends only on its neighbours and on `firstUnread`, an index. */
export function messageRows(
  messages: readonly Message[],
  from: number,
  to: number,
  ownId: number,
  firstUnread: number | null,
  dayOf: Formats['dayOf'],
): MessageRow[] {
  const rows: MessageRow[] = [];
  for (let index = from; index < to; index++) {
    const message = messages[index]!;
    const before = messages[index - 1];
    const startsDay = before === undefined || dayOf(before.timestamp) !== dayOf(message.timestamp);
    const isFirstUnread = index === firstUnread;
    const isContinued =
      before !== undefined &&
      !startsDay &&
      !isFirstUnread &&
      before.publisherId === message.publisherId &&
      message.timestamp - before.timestamp < BLOCK_MS;
    const last = rows.at(-1);
    if (last) last.isLast = !isContinued;
    rows.push({
      message,
      isOwn: message.publisherId === ownId,
      startsDay,
      isFirstUnread,
      isContinued,
      isLast: true,
    });
  }
  return rows;
}
