import type { Action } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import { actionChannel, call, type Saga, take } from '#sagas/effects.ts';
import { isFulfilledMutation } from '#store/api/fulfilledMutation.ts';
import { tokenRefreshed } from '#store/session/sessionSlice.ts';

const isChange = (action: Action) =>
  isFulfilledMutation(action) &&
  // Sent at every start of the app.
  action.meta.arg.endpointName !== 'getMessagingConfig';
const mayChangeUser = {
  match: (action: unknown): action is Action => tokenRefreshed.match(action) || isChange(action as Action),
};

/** Reads the user again, whose roles decide about the navigation. Other people can change them at any time. */
export function* refreshUser(): Saga {
  const actions = yield* actionChannel(mayChangeUser, buffers.expanding());
  while (true) {
    yield* take(mayChangeUser);
    // Loaded when it is first needed, so that home stays small. If it does not load, the next action tries again.
    const code = yield* call(() => import('./readUser.ts').catch(() => null));
    if (code) yield* call(code.readUser, actions);
  }
}
