import type { Action } from '@reduxjs/toolkit';
import {
  call,
  delay,
  dispatch,
  put,
  race,
  type Saga,
  select,
  take,
  takeEvery,
  takeLatest,
} from '#sagas/effects.ts';
import { type FulfilledMutation, isFulfilledMutation } from '#store/api/fulfilledMutation.ts';
import { messagingApi } from '#store/messaging/messagingApi.ts';
import { isSameScreen, locationChanged, selectLocation } from '#store/navigation/navigationSlice.ts';
import { toastClosed, toastShown, toastUndone } from '#store/toasts/toastsSlice.ts';

const SHOWN_MS = 8_000;
/** Time for the user to reach the button, even with a keyboard or a screen reader. */
const SHOWN_WITH_UNDO_MS = 20_000;
/** In this time, the action itself may lead to the page that its toast belongs to. */
const ARRIVAL_MS = 1_000;

/**
 * Shows a toast for the user's action, and removes it after a few seconds. A toast without "Undo" is also removed when the
 * user opens another page, where it would cover what the user came to read.
 */
export function* toasts(): Saga {
  yield takeEvery(isAnswered, answer);
  yield takeLatest(toastShown, expire);
}

/** Calls of the chat show no toast, and the first of them runs at every start. */
const { getMessagingConfig, startConversation, postUnreadMessage } = messagingApi.endpoints;
const unanswered = new Set([getMessagingConfig.name, startConversation.name, postUnreadMessage.name]);
const isAnswered = (action: Action) =>
  isFulfilledMutation(action) && !unanswered.has(action.meta.arg.endpointName);

function* answer(action: FulfilledMutation): Saga {
  // The texts are loaded later than the first screen.
  const { answerTo, undoOf } = yield* call(() => import('#store/toasts/answers.ts'));
  const text = answerTo(action);
  if (text === null) return;
  const undo = undoOf(action);
  const {
    requestId,
    arg: { endpointName },
  } = action.meta;
  yield* put(toastShown({ id: requestId, text, canUndo: undo !== null, endpointName }));
  if (!undo) return;
  const { undone } = yield* race({
    undone: take(toastUndone),
    closed: take(toastClosed),
    replaced: take(toastShown),
  });
  if (undone) yield* dispatch<unknown>(undo);
}

function* expire({ payload: { id, canUndo } }: ReturnType<typeof toastShown>): Saga {
  if (canUndo) yield* delay(SHOWN_WITH_UNDO_MS);
  else yield* race({ time: delay(SHOWN_MS), page: call(anotherPage) });
  yield* put(toastClosed({ id }));
}

function* anotherPage(): Saga {
  yield* delay(ARRIVAL_MS);
  const { pathname } = yield* select(selectLocation);
  let isSamePage = true;
  while (isSamePage) {
    const { location } = (yield* take(locationChanged)).payload;
    isSamePage = location.pathname === pathname || isSameScreen(location);
  }
}
