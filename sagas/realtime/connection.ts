import { waitToRetry } from '#sagas/backoff.ts';
import { call, delay, race, type Saga, take, takeAny } from '#sagas/effects.ts';
import type { Realtime } from '#sagas/ports.ts';
import { renewKey } from '#sagas/realtime/messagingKey.ts';
import { connected, connectionLost } from '#store/presence/presenceSlice.ts';

/** A reconnection that says nothing for so long counts as lost too. */
const SILENCE_MS = 20_000;

/** The SDK stops for good at the first failure. Here it is told to reconnect, for ever, and with a new key where it was refused. */
export function* keepConnected(realtime: Realtime): Saga {
  while (true) {
    let isRefused = (yield* take(connectionLost)).payload.isRefused;
    for (let attempt = 1; ; attempt++) {
      yield* waitToRetry(attempt);
      if (isRefused) yield* call(renewKey, realtime);
      yield* call(() => realtime.reconnect());
      const { answer } = yield* race({
        answer: takeAny(connected, connectionLost),
        silent: delay(SILENCE_MS),
      });
      if (connected.match(answer)) break;
      isRefused = connectionLost.match(answer) && answer.payload.isRefused;
    }
  }
}
