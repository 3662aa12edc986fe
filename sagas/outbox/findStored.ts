import { messageIdOf } from '#contract/chat.ts';
import { HISTORY_CALL_SIZE } from '#contract/limits.ts';
import { call, type Saga } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import type { Post } from '#store/chat/post.ts';
import { isLater, timetokenAt } from '#store/messaging/timetoken.ts';

/** The writer's clock may be wrong by so much; a clock that is worse costs a second copy, which is shown once. */
const CLOCK_SLACK_MS = 10 * 60_000;
const PAGES = 5;

/** The timetoken under which the service has the message already, though its answer never came; null when it has not. */
export function* findStored(
  { realtime, user }: RealtimeContext,
  { channel, id, timestamp }: Post,
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
