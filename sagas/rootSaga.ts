import { wipeDrafts } from '#sagas/drafts/keepDrafts.ts';
import type { Saga } from '#sagas/effects.ts';
import { navigation } from '#sagas/navigation/navigation.ts';
import { watchPage } from '#sagas/page/watchPage.ts';
import { wipeSeen } from '#sagas/presence/rememberPresence.ts';
import { session } from '#sagas/session/session.ts';
import { sessionScope } from '#sagas/session/sessionScope.ts';
import { supervise } from '#sagas/supervise.ts';

/** The scope stands before the session that fills it, and the guards before the first address is said. */
export function* rootSaga(): Saga {
  yield* supervise('navigation', navigation);
  yield* supervise('page', watchPage);
  yield* supervise('drafts', wipeDrafts);
  yield* supervise('who was seen', wipeSeen);
  yield* supervise('session scope', sessionScope);
  yield* supervise('session', session);
}
