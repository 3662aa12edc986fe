import type { SessionUser } from '#contract/access/session.ts';
import { laterOf } from '#store/messaging/timetoken.ts';
import type { Realtime } from '#store/ports/realtime.ts';

/** What every worker of a session needs: the connection and the user it belongs to. */
export interface RealtimeContext {
  realtime: Realtime;
  user: SessionUser;
  /** Whether the presence of everyone is followed, or only of the people whom the user meets (decision 0133). */
  followsEveryone: boolean;
  /** Newest timetoken up to which nothing is missing, live or fetched after a gap; null before the first connection. */
  cursor: { timetoken: string | null };
}

/** The cursor never moves backwards. */
export function advanceCursor({ cursor }: RealtimeContext, timetoken: string): void {
  cursor.timetoken = laterOf(cursor.timetoken ?? '0', timetoken);
}
