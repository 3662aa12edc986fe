import { ports, type Saga } from '#sagas/effects.ts';
import { instantOf } from '#store/messaging/timetoken.ts';

const LIVE_FOR_MS = 60_000;

/** What is older was delivered late, after a lost connection: nobody celebrates or is called for what is long over. */
export function* isLive(timetoken: string): Saga<boolean> {
  const { serverNow } = yield* ports();
  return serverNow() - instantOf(timetoken) < LIVE_FOR_MS;
}
