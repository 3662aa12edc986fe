import { useState } from 'react';
import type { Message } from '#store/chat/message.ts';
import { isLater } from '#store/messaging/timetoken.ts';

const newestTimetokenOf = (messages: readonly Message[]) =>
  messages.findLast(({ timetoken }) => timetoken !== null)?.timetoken ?? null;

/**
 * Counts the peer's messages after a timetoken. While messages are only appended, it counts just the new ones, because
 * a conversation may stay open for days.
 */
function incrementalCounter() {
  let known = { messages: [] as readonly Message[], after: '', ownId: 0, count: 0 };
  return (messages: readonly Message[], after: string | null, ownId: number): number => {
    if (after === null) return 0;
    const counted = known.messages.length;
    const isAppended =
      known.after === after &&
      known.ownId === ownId &&
      counted > 0 &&
      messages[counted - 1] === known.messages[counted - 1];
    let count = isAppended ? known.count : 0;
    for (let index = messages.length - 1; index >= (isAppended ? counted : 0); index--) {
      const { timetoken, publisherId } = messages[index]!;
      if (timetoken === null) continue;
      if (!isLater(timetoken, after)) break;
      if (publisherId !== ownId) count += 1;
    }
    known = { messages, after, ownId, count };
    return count;
  };
}

/** Number of the peer's messages since the conversation was opened, and since the user scrolled up from its end. */
export function useMissedCount(messages: readonly Message[], ownId: number, isAtEnd: boolean) {
  const newest = newestTimetokenOf(messages);
  const [countSinceOpened] = useState(incrementalCounter);
  const [countSinceLeft] = useState(incrementalCounter);
  const [openedAt, setOpenedAt] = useState(newest);
  const [leftAt, setLeftAt] = useState<string | null>(null);
  // Messages of the first page are not new.
  if (openedAt === null && newest !== null) setOpenedAt(newest);
  if (isAtEnd && leftAt !== null) setLeftAt(null);
  if (!isAtEnd && leftAt === null && newest !== null) setLeftAt(newest);
  return {
    sinceOpened: countSinceOpened(messages, openedAt, ownId),
    sinceLeft: countSinceLeft(messages, leftAt, ownId),
  };
}
