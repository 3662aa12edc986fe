import { isAnyOf } from '@reduxjs/toolkit';
import { call, ports, type Saga, select, takeEvery } from '#sagas/effects.ts';
import { selectSession, sessionAbsent, sessionRejected, signedOut } from '#store/session/sessionSlice.ts';

const isOver = isAnyOf(signedOut, sessionRejected, sessionAbsent);

/** Deletes saved responses whenever there is no session, so that the next person at this computer cannot read them. */
export function* wipeSavedResponses(): Saga {
  yield takeEvery(isOver, wipe);
  // The session may have ended before this code was loaded.
  if ((yield* select(selectSession)).status === 'signedOut') yield* call(wipe);
}

function* wipe(): Saga {
  const { loadSavedResponses } = yield* ports();
  const savedResponses = yield* call(loadSavedResponses);
  yield* call(() => savedResponses.wipe());
}
