import { type Action, isAnyOf, isRejectedWithValue } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import { portEvents, put, type Saga, takeEvery, takeFrom } from '#sagas/effects.ts';
import { isContractBroken } from '#store/api/problemOf.ts';
import { connected } from '#store/connection/connectionSlice.ts';
import type { UpdatesPort } from '#store/ports/updates.ts';
import { sessionUnreachable } from '#store/session/sessionSlice.ts';
import { newVersionFound, reloadRequested } from '#store/version/versionSlice.ts';

/**
 * A deployment restarts the server, so its clients reconnect. A page whose scripts no longer exist cannot reach the
 * session.
 */
const mayFollowDeployment = isAnyOf(connected, sessionUnreachable);
/** An older page cannot read a response of the newer server whose fields have changed. */
const hasUnexpectedResponse = (action: Action) =>
  isRejectedWithValue(action) && isContractBroken(action.payload);

/** Tells the user about a newer version, and loads it when they ask for it. The page never reloads by itself. */
export function* watchVersion(updates: UpdatesPort): Saga {
  yield takeEvery(mayFollowDeployment, () => updates.check());
  yield takeEvery(hasUnexpectedResponse, () => updates.check());
  yield takeEvery(reloadRequested, () => updates.reload());
  const found = portEvents<{ isNew: true }>(
    'updates',
    (emit) => updates.listen(() => emit({ isNew: true })),
    buffers.sliding(1),
  );
  try {
    while (true) {
      yield* takeFrom(found);
      yield* put(newVersionFound());
    }
  } finally {
    found.close();
  }
}
