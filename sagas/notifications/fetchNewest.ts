import { HISTORY_CALL_SIZE, HISTORY_PAGE_SIZE } from '#contract/limits.ts';
import { call, type Saga } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { isLater } from '#store/messaging/timetoken.ts';
import type { WireMessage } from '#store/ports/realtime.ts';

interface Fetched {
  /** Oldest first. */
  wires: WireMessage[];
  /** True if there are no older notifications. */
  isLast: boolean;
  /** True if the list reaches back to the position. */
  isReached: boolean;
}

/** The newest notifications back to a position, at most one page (decision 0013). */
export function* fetchNewest(
  { realtime }: RealtimeContext,
  channel: string,
  position: string,
): Saga<Fetched> {
  const fetched: Fetched = { wires: [], isLast: false, isReached: false };
  while (!fetched.isReached && fetched.wires.length < HISTORY_PAGE_SIZE) {
    const before = fetched.wires[0]?.timetoken;
    const older = yield* call(() =>
      realtime.history(channel, { count: HISTORY_CALL_SIZE, ...(before && { before }) }),
    );
    fetched.wires = [...older, ...fetched.wires];
    fetched.isLast = older.length < HISTORY_CALL_SIZE;
    fetched.isReached = fetched.isLast || !isLater(fetched.wires[0]?.timetoken ?? '0', position);
  }
  return fetched;
}

/** The number of unread notifications that are older than the fetched ones, as the service counts them. */
export function* countUnreadOlder(
  { realtime }: RealtimeContext,
  channel: string,
  position: string,
  { wires, isReached }: Fetched,
): Saga<number> {
  if (isReached) return 0;
  const counts = yield* call(() => realtime.counts({ [channel]: position }));
  const known = wires.filter(({ timetoken }) => isLater(timetoken, position)).length;
  return Math.max(0, (counts[channel] ?? 0) - known);
}
