import { call, delay, fork, ports, type Saga } from '#sagas/effects.ts';

const CRASHES_IN_A_ROW = 5;
const HEALTHY_AFTER_MS = 60_000;

/**
 * Keeps one saga's crash from its neighbours: reports it and starts the saga again after a growing pause. Gives up after
 * five crashes in a row: a saga that cannot live is a bug to see, not to hide. A minute of health clears the record.
 * `fork`, not `spawn`: the catch is inside, so nothing bubbles, and cancelling the parent still cancels all.
 */
export function* supervise(name: string, saga: () => Saga): Saga {
  yield* fork(function* supervised(): Saga {
    const { reportError, now } = yield* ports();
    for (let crashes = 0; crashes < CRASHES_IN_A_ROW; crashes++) {
      const startedAt = now();
      try {
        return yield* call(saga);
      } catch (error) {
        reportError(error, `saga ${name}`);
        if (now() - startedAt >= HEALTHY_AFTER_MS) crashes = 0;
        yield* delay(1_000 * 2 ** crashes);
      }
    }
  });
}
