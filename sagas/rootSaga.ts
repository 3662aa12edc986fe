import { wipeDrafts } from '#sagas/drafts/wipeDrafts.ts';
import { navigation } from '#sagas/navigation/navigation.ts';
import { startWhenIdle } from '#sagas/offline/startWhenIdle.ts';
import { watchPage } from '#sagas/page/watchPage.ts';
import { wipeSeen } from '#sagas/presence/wipeSeen.ts';
import { session } from '#sagas/session/session.ts';
import { sessionScope } from '#sagas/session/sessionScope.ts';
import type { Saga } from './effects.ts';
import { supervise } from './supervise.ts';

/** The session scope starts before the session saga, and navigation before the first location is dispatched. */
export function* rootSaga(): Saga {
  yield* supervise('navigation', navigation);
  yield* supervise('page', watchPage);
  yield* supervise('drafts', wipeDrafts);
  yield* supervise('who was seen', wipeSeen);
  yield* supervise('session scope', sessionScope);
  yield* supervise('session', session);
  yield* supervise('idle page', startWhenIdle);
}
