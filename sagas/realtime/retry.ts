import { backoffMs } from '#sagas/backoff.ts';
import { call, delay, ports, race, type Saga, take } from '#sagas/effects.ts';
import { connected } from '#store/connection/connectionSlice.ts';
import type { Realtime } from '#store/ports/realtime.ts';
import { renewKey } from './messagingKey.ts';
import { isDenied, isRefusal } from './realtimeError.ts';

interface Retry<T> {
  realtime: Realtime;
  attempt: () => Saga<T>;
  /** Waits before the next attempt; `failures` counts from 1. */
  wait: (failures: number) => Saga;
}

/**
 * Repeats a call to the messaging service until it succeeds: renews the access key once if access is denied, throws if
 * the service refuses the call, and otherwise waits and retries.
 */
export function* retryRealtime<T>({ realtime, attempt, wait }: Retry<T>): Saga<T> {
  let isKeyRenewed = false;
  for (let failures = 0; ; ) {
    try {
      return yield* attempt();
    } catch (error) {
      if (isDenied(error) && !isKeyRenewed) {
        isKeyRenewed = true;
        yield* call(renewKey, realtime);
      } else if (isRefusal(error)) throw error;
      else yield* wait(++failures);
    }
  }
}

/** Waits until the connection is back, at most for the backoff. Missed echoes arrive before `connected`. */
export function* waitForConnection(failures: number): Saga {
  const { random } = yield* ports();
  yield* race({ connected: take(connected), waited: delay(backoffMs(failures, random)) });
}
