import type { SessionUser } from '#contract/session.ts';
import { call, cancel, fork, ports, put, type Saga, select, take, takeAny } from '#sagas/effects.ts';
import { outboxOwner } from '#sagas/outbox/keepOutbox.ts';
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
    const end = yield* call(untilEnd);
    yield* cancel(scope);
    // Who leaves by the button leaves nothing behind; what the service cut short is sent when they are back.
    if (signedOut.match(end)) yield* fork(wipeOutbox, user);
    yield* put(baseApi.util.resetApiState());
  }
}

/** Another person's sign-in ends it too: the loop then finds that person in the state. */
function* untilEnd(): Saga<unknown> {
  return yield* takeAny(signedOut, sessionRejected, signedIn);
}

function* wipeOutbox(user: SessionUser): Saga {
  const { outbox, reportError } = yield* ports();
  try {
    yield* call(() => outbox.wipe(outboxOwner(user)));
  } catch (error) {
    reportError(error, 'wiping the outbox');
  }
}
