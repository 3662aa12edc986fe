import { buffers, eventChannel } from 'redux-saga';
import { waitToRetry } from '#sagas/backoff.ts';
import {
  call,
  cancel,
  fork,
  ports,
  put,
  run,
  type Saga,
  select,
  takeEvery,
  takeFrom,
} from '#sagas/effects.ts';
import type { TokenEvent } from '#sagas/ports.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { sessionApi } from '#store/session/sessionApi.ts';
import {
  selectSession,
  sessionAbsent,
  sessionRejected,
  sessionUnreachable,
  signedIn,
  signedOut,
  signOutRequested,
  tokenRefreshed,
} from '#store/session/sessionSlice.ts';

/** Who is here: found out at the start, then as the token port hears of it. */
export function* session(): Saga {
  const { tokens } = yield* ports();
  const events = eventChannel<TokenEvent>((emit) => tokens.listen(emit), buffers.expanding(4));
  yield takeEvery(signOutRequested, leave);
  yield takeEvery(sessionRejected, forget);
  let entering = yield* fork(restore);
  try {
    while (true) {
      const event = yield* takeFrom(events);
      if (event.kind === 'refreshed') yield* put(tokenRefreshed({ tokenExpiresAt: event.expiresAt }));
      else {
        // Whatever was being found out is overtaken: a newer session, or none.
        yield* cancel(entering);
        entering = yield* fork(follow, event);
      }
    }
  } finally {
    events.close();
  }
}

function* restore(): Saga {
  if ((yield* select(selectSession)).status !== 'unknown') return; // started again after a crash
  const { tokens } = yield* ports();
  for (let attempt = 1; ; attempt++) {
    const found = yield* call(() => tokens.restore());
    if (found.kind === 'none') {
      yield* put(sessionAbsent());
      return;
    }
    if (found.kind === 'token') return yield* enter(found.expiresAt);
    yield* put(sessionUnreachable());
    yield* waitToRetry(attempt);
  }
}

/** Asks who the token's person is, for as long as it takes. A refusal has ended the session already. */
function* enter(tokenExpiresAt: number): Saga {
  for (let attempt = 1; ; attempt++) {
    try {
      const user = yield* run(
        sessionApi.endpoints.getSession.initiate(undefined, { subscribe: false, forceRefetch: true }),
      );
      yield* put(signedIn({ user, tokenExpiresAt }));
      return;
    } catch (error) {
      const { kind } = problemOf(error);
      if (kind === 'session') return;
      yield* put(sessionUnreachable());
      yield* waitToRetry(attempt);
    }
  }
}

function* follow(event: Exclude<TokenEvent, { kind: 'refreshed' }>): Saga {
  if (event.kind === 'signedIn') yield* enter(event.expiresAt);
  else if (event.kind === 'signedOutElsewhere') yield* put(signedOut({ where: 'elsewhere' }));
  else
    yield* put(sessionRejected({ reason: 'session-ended', status: 'refresh-refused', endpoint: 'refresh' }));
}

/** The person is out at once, whether or not the service can be reached. */
function* leave(): Saga {
  const { tokens } = yield* ports();
  const told = tokens.signOut();
  yield* put(signedOut({ where: 'here' }));
  yield* call(() => told);
}

function* forget(): Saga {
  const { tokens } = yield* ports();
  yield* call(() => tokens.forget());
}
