import type { SessionUser } from '#contract/access/session.ts';
import { laterOf } from '#store/messaging/timetoken.ts';
import type { Realtime } from '#store/ports/realtime.ts';

/** What every worker of a session needs: the connection and the user it belongs to. */
export interface RealtimeContext {
  realtime: Realtime;
  user: SessionUser;
  /** Newest timetoken up to which nothing is missing, live or fetched after a gap; null before the first connection. */
  cursor: { timetoken: string | null };
}

/** The cursor never moves backwards. */
export function advanceCursor({ cursor }: RealtimeContext, timetoken: string): void {
  cursor.timetoken = laterOf(cursor.timetoken ?? '0', timetoken);
}
