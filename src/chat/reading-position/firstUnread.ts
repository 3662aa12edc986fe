import type { Message } from '#store/chat/message.ts';
import { isLater } from '#store/messaging/timetoken.ts';

/** The index of the peer's first message after the read position, or null. The user's own messages are never unread. */
export function firstUnreadIndex(
  messages: readonly Message[],
  ownId: number,
  newAfter: string | null,
): number | null {
  let first: number | null = null;
  for (let index = messages.length - 1; newAfter !== null && index >= 0; index--) {
    const { timetoken, publisherId } = messages[index]!;
    if (timetoken === null) continue;
    if (!isLater(timetoken, newAfter)) break;
    if (publisherId !== ownId) first = index;
  }
  return first;
}
