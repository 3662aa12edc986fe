import type { Action } from '@reduxjs/toolkit';
import type { Channel } from 'redux-saga';
import type { ProgramSetup } from '#contract/learning/programSetup.ts';
import { flush, put, run, type Saga, select, takeFrom } from '#sagas/effects.ts';
import { isFulfilledMutation, mutationFulfilled } from '#store/api/fulfilledMutation.ts';
import { sessionApi } from '#store/session/sessionApi.ts';
import { selectUser, tokenRefreshed, userChanged } from '#store/session/sessionSlice.ts';

/** Mutations that can change the roles of the user who sends them. */
const CHANGES_ROLES = new Set([
  'changePerson',
  'applyBulk',
  'undoBulk',
  'createProgram',
  'createFromTemplate',
  'copyProgram',
  'importProgram',
  'launchProgram',
  'changeProgramState',
  'answerJoinRequest',
]);
/** A launched program can get new coaches. A draft is saved while the user types. */
const changesCoaches = mutationFulfilled<ProgramSetup>('saveProgram');
const mayChangeRoles = (action: Action) =>
  tokenRefreshed.match(action) ||
  (isFulfilledMutation(action) && CHANGES_ROLES.has(action.meta.arg.endpointName)) ||
  (changesCoaches(action) && action.payload.status !== 'draft');

/** One read at a time. */
export function* readUser(actions: Channel<Action>): Saga {
  while (true) {
    const first = yield* takeFrom(actions);
    const others = yield* flush(actions);
    if (![first, ...others].some(mayChangeRoles)) continue;
    yield* read();
    // A mutation during the read may have changed what was read before it.
    if ((yield* flush(actions)).length > 0) yield* read();
  }
}

function* read(): Saga {
  try {
    const user = yield* run(
      sessionApi.endpoints.getSession.initiate(undefined, { subscribe: false, forceRefetch: true }),
    );
    // Another user may have signed in meanwhile.
    if ((yield* select(selectUser))?.userId !== user.userId) return;
    // The response does not contain optional fields that were removed.
    yield* put(userChanged({ erasesAt: undefined, locale: undefined, ...user }));
  } catch {
    // The next refresh of the token tries again.
  }
}
