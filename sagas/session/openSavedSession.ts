import { call, ports, put, type Saga, select } from '#sagas/effects.ts';
import { selectSession, signedIn } from '#store/session/sessionSlice.ts';
import { loadSessionTasks } from './sessionTasks.ts';

/**
 * Opens the session of the person who used this browser last, while the server cannot say whether it still exists. Their
 * saved answers are shown until it does.
 */
export function* openSavedSession(): Saga {
  const { loadSavedAnswers } = yield* ports();
  const savedAnswers = yield* call(loadSavedAnswers);
  const user = yield* call(() => savedAnswers.user());
  if (!user || (yield* select(selectSession)).status !== 'unknown') return;
  yield* call(loadSessionTasks);
  yield* put(signedIn({ user, tokenExpiresAt: null, isSaved: true }));
}
