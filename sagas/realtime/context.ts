import type { SessionUser } from '#contract/session.ts';
import type { Realtime } from '#sagas/ports.ts';
import { laterOf } from '#store/messaging/timetoken.ts';

/** What every worker of a session needs: the connection and the person it belongs to. */
export interface RealtimeContext {
  realtime: Realtime;
  user: SessionUser;
  /** Up to this timetoken nothing is missing, live or fetched after a gap; null before the first connection. */
  heard: { upTo: string | null };
}

export function hear({ heard }: RealtimeContext, timetoken: string): void {
  heard.upTo = laterOf(heard.upTo ?? '0', timetoken);
}
