import { HISTORY_CALL_SIZE } from '#contract/limits.ts';
import { messageIdOf } from '#contract/messaging/chat.ts';
import { call, type Saga } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import type { Message } from '#store/chat/message.ts';
import { isLater, timetokenAt } from '#store/messaging/timetoken.ts';

/** Tolerated error of the sender's clock. With a larger error the message is stored twice and shown once. */
const CLOCK_SLACK_MS = 10 * 60_000;
const PAGES = 5;

/** Searches the history for a message whose response was lost. Null if the service has not stored it. */
export function* findStored(
  { realtime, user }: RealtimeContext,
  { channel, id, timestamp }: Message,
): Saga<string | null> {
  const written = timetokenAt(timestamp - CLOCK_SLACK_MS);
  let before: string | undefined;
  for (let page = 0; page < PAGES; page++) {
    const end = before;
    const wires = yield* call(() =>
      realtime.history(channel, { count: HISTORY_CALL_SIZE, ...(end && { before: end }) }),
    );
    const stored = wires.find((wire) => wire.publisher === user.uuid && messageIdOf(wire) === id);
    if (stored) return stored.timetoken;
    before = wires[0]?.timetoken;
    if (wires.length < HISTORY_CALL_SIZE || !before || isLater(written, before)) return null;
  }
  return null;
}
