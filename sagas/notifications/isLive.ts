import { ports, type Saga } from '#sagas/effects.ts';
import { instantOf } from '#store/messaging/timetoken.ts';

const LIVE_FOR_MS = 60_000;

/** False for events delivered late, after a lost connection. They start no celebration and no alert. */
export function* isLive(timetoken: string): Saga<boolean> {
  const { serverNow } = yield* ports();
  return serverNow() - instantOf(timetoken) < LIVE_FOR_MS;
}
