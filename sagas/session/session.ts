import { buffers } from 'redux-saga';
import { waitToRetry } from '#sagas/backoff.ts';
import {
  call,
  cancel,
  fork,
  portEvents,
  ports,
  put,
  run,
  type Saga,
  select,
  takeEvery,
  takeFrom,
} from '#sagas/effects.ts';
import { problemOf } from '#store/api/problemOf.ts';
import type { TokenEvent } from '#store/ports/tokens.ts';
import { sessionApi } from '#store/session/sessionApi.ts';
import {
  selectSession,
  sessionAbsent,
  sessionConfirmed,
  sessionRejected,
  sessionUnreachable,
  signedIn,
  signedOut,
  signOutRequested,
  tokenRefreshed,
} from '#store/session/sessionSlice.ts';
import { loadSessionTasks } from './sessionTasks.ts';

/** Restores the session at start, then follows the events of the token port. */
export function* session(): Saga {
  const { tokens } = yield* ports();
  const events = portEvents<TokenEvent>('tokens', (emit) => tokens.listen(emit), buffers.expanding(4));
  yield takeEvery(signOutRequested, signOut);
  yield takeEvery(sessionRejected, forgetToken);
  let entry = yield* fork(restore);
  try {
    while (true) {
      const event = yield* takeFrom(events);
      if (event.kind === 'refreshed') yield* put(tokenRefreshed({ tokenExpiresAt: event.expiresAt }));
      else {
        // The event supersedes a restore or sign-in that is still running.
        yield* cancel(entry);
        entry = yield* fork(follow, event);
      }
    }
  } finally {
    events.close();
  }
}

const ended = { reason: 'session-ended', status: 'refresh-refused', endpoint: 'refresh' } as const;

function* restore(): Saga {
  if ((yield* select(selectSession)).status !== 'unknown') return; // started again after a crash
  const { tokens } = yield* ports();
  for (let attempt = 1; ; attempt++) {
    const restored = yield* call(() => tokens.restore());
    if (restored.kind === 'none') {
      if ((yield* select(selectSession)).isSaved) yield* put(sessionRejected(ended));
      else yield* put(sessionAbsent());
      return;
    }
    if (restored.kind === 'token') return yield* enter(restored.expiresAt);
    yield* put(sessionUnreachable());
    yield* call(openSaved);
    yield* waitToRetry(attempt);
  }
}

/**
 * Loads the user of the token and retries until it succeeds. If the service refuses the token, the session has already
 * ended.
 */
function* enter(tokenExpiresAt: number): Saga {
  for (let attempt = 1; ; attempt++) {
    try {
      const tasks = loadSessionTasks();
      tasks.catch(() => undefined); // the call below reports the error
      const user = yield* run(
        sessionApi.endpoints.getSession.initiate(undefined, { subscribe: false, forceRefetch: true }),
      );
      yield* call(() => tasks);
      const shown = yield* select(selectSession);
      if (shown.isSaved && shown.user?.userId === user.userId)
        yield* put(sessionConfirmed({ user, tokenExpiresAt }));
      else yield* put(signedIn({ user, tokenExpiresAt }));
      return;
    } catch (error) {
      const { kind } = problemOf(error);
      if (kind === 'session') return;
      yield* put(sessionUnreachable());
      yield* waitToRetry(attempt);
    }
  }
}

/** Shows the saved responses of the last user, if this browser has their code. */
function* openSaved(): Saga {
  const code = import(/* webpackChunkName: "session" */ './openSavedSession.ts');
  const loaded = yield* call(() => code.catch(() => null));
  if (loaded) yield* call(loaded.openSavedSession);
}

function* follow(event: Exclude<TokenEvent, { kind: 'refreshed' }>): Saga {
  if (event.kind === 'signedIn') yield* enter(event.expiresAt);
  else if (event.kind === 'signedOutElsewhere') yield* put(signedOut({ where: 'elsewhere' }));
  else yield* put(sessionRejected(ended));
}

/** Signs the user out immediately, whether or not the server can be reached. */
function* signOut(): Saga {
  const { tokens } = yield* ports();
  const serverSignOut = tokens.signOut();
  yield* put(signedOut({ where: 'here' }));
  yield* call(() => serverSignOut);
}

function* forgetToken(): Saga {
  const { tokens } = yield* ports();
  yield* call(() => tokens.forget());
}
