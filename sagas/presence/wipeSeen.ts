import { call, ports, type Saga, takeEvery } from '#sagas/effects.ts';
import { signedOut } from '#store/session/sessionSlice.ts';

/** Deletes who was online recently at sign-out. Runs outside the session, because it handles its end. */
export function* wipeSeen(): Saga {
  const { seen } = yield* ports();
  yield takeEvery(signedOut, function* (): Saga {
    yield* call(() => seen.wipe());
  });
}
