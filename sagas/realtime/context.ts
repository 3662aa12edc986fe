import type { SessionUser } from '#contract/session.ts';
import type { Realtime } from '#sagas/ports.ts';

/** What every worker of a session needs: the connection and the person it belongs to. */
export interface RealtimeContext {
  realtime: Realtime;
  user: SessionUser;
}
