import { call, ports, put, type Saga, select } from '#sagas/effects.ts';
import { selectSession, signedIn } from '#store/session/sessionSlice.ts';
import { loadSessionTasks } from './sessionTasks.ts';

/**
 * Opens the session of the person who used this browser last, while the server cannot say whether it still exists. Their
 * saved responses are shown until it does.
 */
export function* openSavedSession(): Saga {
  const { loadSavedResponses } = yield* ports();
  const savedResponses = yield* call(loadSavedResponses);
  const user = yield* call(() => savedResponses.user());
  if (!user || (yield* select(selectSession)).status !== 'unknown') return;
  yield* call(loadSessionTasks);
  yield* put(signedIn({ user, tokenExpiresAt: null, isSaved: true }));
}
