import { call, delay, fork, ports, type Saga } from './effects.ts';

const CRASHES_IN_A_ROW = 5;
const HEALTHY_AFTER_MS = 60_000;

/**
 * Isolates a saga's crash: reports it and restarts the saga after a growing delay, at most 5 times in a row. A minute
 * without a crash resets the count. `fork` instead of `spawn`, so cancelling the parent still cancels the saga.
 */
export function* supervise<A extends unknown[]>(name: string, saga: (...args: A) => Saga, ...args: A): Saga {
  yield* fork(function* supervised(): Saga {
    const { reportError, now } = yield* ports();
    for (let crashes = 0; crashes < CRASHES_IN_A_ROW; crashes++) {
      const startedAt = now();
      try {
        return yield* call(saga, ...args);
      } catch (error) {
        reportError(error, `saga ${name}`);
        if (now() - startedAt >= HEALTHY_AFTER_MS) crashes = 0;
        yield* delay(1_000 * 2 ** crashes);
      }
    }
  });
}
