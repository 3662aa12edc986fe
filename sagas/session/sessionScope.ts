import { call, cancel, fork, put, type Saga, select, take, takeAny } from '#sagas/effects.ts';
import { runSession } from '#sagas/session/runSession.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { selectUser, sessionRejected, signedIn, signedOut } from '#store/session/sessionSlice.ts';

/**
 * One session at a time: whatever runs for a person is a child of one task and is cancelled the moment that person is
 * gone. What the service answered them goes with them.
 */
export function* sessionScope(): Saga {
  while (true) {
    const user = (yield* select(selectUser)) ?? (yield* take(signedIn)).payload.user; // a restart finds the user there
    const scope = yield* fork(runSession, user);
    yield* call(untilEnd);
    yield* cancel(scope);
    yield* put(baseApi.util.resetApiState());
  }
}

/** Another person's sign-in ends it too: the loop then finds that person in the state. */
function* untilEnd(): Saga {
  yield* takeAny(signedOut, sessionRejected, signedIn);
}
