import type { Action } from '@reduxjs/toolkit';
import { call, ports, type Saga, select, takeEvery } from '#sagas/effects.ts';
import { guard } from '#store/navigation/guard.ts';
import { isSameScreen, locationChanged, selectLocation } from '#store/navigation/navigationSlice.ts';
import { startTargetOf, targetOf } from '#store/navigation/safePath.ts';
import {
  selectSession,
  sessionAbsent,
  sessionChanged,
  signedOut,
  userChanged,
} from '#store/session/sessionSlice.ts';
import { titleOf } from './titles.ts';

/** Redirects where the guard says so. It reacts to actions only, so a jump in time causes no navigation. */
export function* navigation(): Saga {
  yield takeEvery(locationChanged, arrived);
  yield takeEvery(sessionAbsent, keepGuard);
  yield takeEvery(userChanged, keepGuard);
  yield takeEvery((action: Action) => sessionChanged(action), changeOfSession);
}

/** Applies the start-up parameter `url=` once; the guard then checks the address it leads to. */
function* arrived({ payload }: ReturnType<typeof locationChanged>): Saga {
  const { navigator, page } = yield* ports();
  const start = payload.kind === 'START' ? startTargetOf(payload.location.search) : null;
  if (start !== null) {
    yield* call(() => navigator.replace(start));
    return;
  }
  page.setTitle(titleOf(payload.location));
  yield* call(keepGuard);
  // The browser restores the scroll position after Back and Forward.
  if (payload.kind === 'POP' || isSameScreen(payload.location)) return;
  if (payload.kind !== 'START') yield* call(() => page.showTop());
  const target = targetOf(payload.location.hash);
  if (target) yield* call(() => page.showTarget(target));
}

function* keepGuard(): Saga {
  const { navigator } = yield* ports();
  const verdict = guard(yield* select(selectLocation), yield* select(selectSession));
  if (verdict.kind === 'redirect') yield* call(() => navigator.replace(verdict.to));
}

/** After a sign-out, the sign-in page has no redirect target, so the next user does not open this user's page. */
function* changeOfSession(action: Action): Saga {
  const { navigator } = yield* ports();
  if (signedOut.match(action)) yield* call(() => navigator.replace('/login'));
  else yield* call(keepGuard);
}
