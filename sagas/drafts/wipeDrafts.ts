import { call, ports, type Saga, takeEvery } from '#sagas/effects.ts';
import { signedOut } from '#store/session/sessionSlice.ts';

/**
 * Deletes drafts at sign-out, in this or another tab. Runs outside the session, because it runs after the session has
 * ended.
 */
export function* wipeDrafts(): Saga {
  const { drafts } = yield* ports();
  yield takeEvery(signedOut, function* (): Saga {
    yield* call(() => drafts.wipe());
  });
}
