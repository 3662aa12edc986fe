import type { SessionUser } from '#contract/access/session.ts';
import { call, cancel, fork, ports, put, type Saga, select, take, takeAny } from '#sagas/effects.ts';
import { outboxOwner } from '#sagas/outbox/outboxOwner.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { selectUser, sessionRejected, signedIn, signedOut } from '#store/session/sessionSlice.ts';
import { runSessionTasks } from './sessionTasks.ts';

/**
 * Runs one task per signed-in user. At the end of the session it cancels the task and clears cached responses (decision
 * 0004).
 */
export function* sessionScope(): Saga {
  while (true) {
    const user = (yield* select(selectUser)) ?? (yield* take(signedIn)).payload.user; // a restarted saga finds the user in the state
    const scope = yield* fork(runSessionTasks, user);
    const end = yield* call(untilEnd);
    yield* cancel(scope);
    // Sign-out deletes pending messages. A session the server ended keeps them for the same user.
    if (signedOut.match(end)) yield* fork(wipeOutbox, user);
    yield* put(baseApi.util.resetApiState());
  }
}

/** A sign-in of another user ends it too; the loop then finds that user in the state. */
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
