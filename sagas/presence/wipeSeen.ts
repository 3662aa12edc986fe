import { call, ports, type Saga, takeEvery } from '#sagas/effects.ts';
import { signedOut } from '#store/session/sessionSlice.ts';

/**
 * At sign-out, deletes the record of people who were online recently. Runs outside the session, because it runs after
 * the session has ended.
 */
export function* wipeSeen(): Saga {
  const { seen } = yield* ports();
  yield takeEvery(signedOut, function* (): Saga {
    yield* call(() => seen.wipe());
  });
}
