import type { Action } from '@reduxjs/toolkit';
import { call, ports, type Saga, select, takeEvery } from '#sagas/effects.ts';
import { titleOf } from '#sagas/navigation/titles.ts';
import { guard } from '#store/navigation/guard.ts';
import { locationChanged, selectLocation } from '#store/navigation/navigationSlice.ts';
import { startTargetOf } from '#store/navigation/safePath.ts';
import {
  selectSession,
  sessionAbsent,
  sessionChanged,
  signedOut,
  userChanged,
} from '#store/session/sessionSlice.ts';

/** Sends the person on where the guard says so: on events only, so that a jump in time moves nobody. */
export function* navigation(): Saga {
  yield takeEvery(locationChanged, arrived);
  yield takeEvery(sessionAbsent, keepGuard);
  yield takeEvery(userChanged, keepGuard);
  yield takeEvery((action: Action) => sessionChanged(action), changeOfSession);
}

/** The start-up rule comes once, before the guards, which then judge the address it leads to. */
function* arrived({ payload }: ReturnType<typeof locationChanged>): Saga {
  const { navigator, page } = yield* ports();
  const start = payload.kind === 'START' ? startTargetOf(payload.location.search) : null;
  if (start !== null) {
    yield* call(() => navigator.replace(start));
    return;
  }
  page.setTitle(titleOf(payload.location.pathname));
  yield* call(keepGuard);
  if (payload.kind === 'PUSH' || payload.kind === 'REPLACE') yield* call(() => page.showTop());
}

function* keepGuard(): Saga {
  const { navigator } = yield* ports();
  const verdict = guard(yield* select(selectLocation), yield* select(selectSession));
  if (verdict.kind === 'redirect') yield* call(() => navigator.replace(verdict.to));
}

/** Whoever left by the button comes to an empty login: the next person shall not land on this one's page. */
function* changeOfSession(action: Action): Saga {
  const { navigator } = yield* ports();
  if (signedOut.match(action)) yield* call(() => navigator.replace('/login'));
  else yield* call(keepGuard);
}
