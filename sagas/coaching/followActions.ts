import type { Action, UnknownAction } from '@reduxjs/toolkit';
import type { SessionUser } from '#contract/access/session.ts';
import type { CoachingActions } from '#contract/learning/coachingActions.ts';
import { call, type Saga, takeEvery, takeLatest } from '#sagas/effects.ts';

const load = () => import(/* webpackChunkName: "coaching-room" */ './readActions.ts');

/** The endpoint is matched by name: importing it would load it with the first page. */
const isAnswer = (action: Action): action is Action & { payload: CoachingActions } =>
  action.type === 'api/executeQuery/fulfilled' &&
  (action as { meta?: { arg?: { endpointName?: string } } }).meta?.arg?.endpointName === 'getCoachingActions';

/**
 * Decrypts the actions that the person agreed on in their last sessions, for the home page, and checks that this
 * browser can still do so. It follows responses from the server, not the state (decision 0011).
 */
export function* followActions(user: SessionUser): Saga {
  yield takeEvery('coachingActions/done', function* done(action: UnknownAction): Saga {
    const { completeAction } = yield* call(load);
    yield* call(completeAction, user, action.payload as { sessionId: string; id: string });
  });
  yield takeLatest(isAnswer, function* read({ payload }: Action & { payload: CoachingActions }): Saga {
    const { myKey, sessions } = payload;
    if (myKey === null) return; // the code that decrypts has 47 kB, and most people have no keys
    const { readActions } = yield* call(load);
    yield* call(readActions, user, { myKey, sessions });
  });
}
