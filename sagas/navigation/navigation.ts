import { call, ports, type Saga, select, takeEvery } from '#sagas/effects.ts';
import { guard } from '#store/navigation/guard.ts';
import { locationChanged, selectLocation } from '#store/navigation/navigationSlice.ts';
import { startTargetOf } from '#store/navigation/safePath.ts';
import {
  selectSession,
  sessionAbsent,
  sessionRejected,
  signedIn,
  signedOut,
  userChanged,
} from '#store/session/sessionSlice.ts';

/** Sends the person on where the guard says so: on events only, so that a jump in time moves nobody. */
export function* navigation(): Saga {
  yield takeEvery(locationChanged, arrived);
  yield takeEvery(
    [sessionAbsent, signedIn, sessionRejected, userChanged].map(({ type }) => type),
    keepGuard,
  );
  yield takeEvery(signedOut, leave);
}

/** The start-up rule comes once, before the guards, which then judge the address it leads to. */
function* arrived({ payload }: ReturnType<typeof locationChanged>): Saga {
  const start = payload.kind === 'START' ? startTargetOf(payload.location.search) : null;
  const { navigator } = yield* ports();
  if (start !== null) yield* call(() => navigator.replace(start));
  else yield* keepGuard();
}

export function* keepGuard(): Saga {
  const { navigator } = yield* ports();
  const location = yield* select(selectLocation);
  const verdict = guard(location, yield* select(selectSession));
  if (verdict.kind === 'redirect') yield* call(() => navigator.replace(verdict.to));
}

/** Whoever left by the button comes to an empty login: the next person shall not land on this one's page. */
function* leave(): Saga {
  const { navigator } = yield* ports();
  yield* call(() => navigator.replace('/login'));
}
