import { waitToRetry } from '#sagas/backoff.ts';
import { call, delay, race, type Saga, take, takeAny } from '#sagas/effects.ts';
import type { Realtime } from '#sagas/ports.ts';
import { renewKey } from '#sagas/realtime/messagingKey.ts';
import { connectionFound, connectionLost } from '#store/presence/presenceSlice.ts';

/** An attempt that says nothing for so long counts as failed. */
const SILENCE_MS = 6_000;

/** The SDK stops for good at the first failure. Here it is told to reconnect, for ever, and with a new key where it was refused. */
export function* keepConnected(realtime: Realtime): Saga {
  while (true) {
    let isRefused = (yield* take(connectionLost)).payload.isRefused;
    for (let attempt = 1; ; attempt++) {
      // Another tab may have mended what all of them share.
      const { mended } = yield* race({ waited: waitToRetry(attempt), mended: take(connectionFound) });
      if (mended) break;
      if (isRefused) yield* call(renewKey, realtime);
      yield* call(() => realtime.reconnect());
      const { answer } = yield* race({
        answer: takeAny(connectionFound, connectionLost),
        silent: delay(SILENCE_MS),
      });
      if (connectionFound.match(answer)) break;
      isRefused = connectionLost.match(answer) && answer.payload.isRefused;
    }
  }
}
