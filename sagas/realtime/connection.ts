import { waitToRetry } from '#sagas/backoff.ts';
import { call, delay, race, type Saga, take, takeAny } from '#sagas/effects.ts';
import { connectionEstablished, connectionLost } from '#store/connection/connectionSlice.ts';
import type { Realtime } from '#store/ports/realtime.ts';
import { renewKey } from './messagingKey.ts';

/** An attempt without an event for this time has failed. */
const SILENCE_MS = 6_000;

/**
 * Keeps reconnecting, because the SDK stops at the first failure. Uses a new key if the service refused the
 * old one.
 */
export function* keepConnected(realtime: Realtime): Saga {
  while (true) {
    let isRefused = (yield* take(connectionLost)).payload.isRefused;
    for (let attempt = 1; ; attempt++) {
      // Another tab may have reconnected the shared connection.
      const { isBack } = yield* race({ waited: waitToRetry(attempt), isBack: take(connectionEstablished) });
      if (isBack) break;
      if (isRefused) yield* call(renewKey, realtime);
      yield* call(() => realtime.reconnect());
      const { answer } = yield* race({
        answer: takeAny(connectionEstablished, connectionLost),
        silent: delay(SILENCE_MS),
      });
      if (connectionEstablished.match(answer)) break;
      isRefused = connectionLost.match(answer) && answer.payload.isRefused;
    }
  }
}
