import { type Action, isFulfilled } from '@reduxjs/toolkit';
import { call, delay, put, race, run, type Saga, take, takeEvery, takeLatest } from '#sagas/effects.ts';
import { toastClosed, toastShown, toastUndone } from '#store/toasts/toastsSlice.ts';

const SHOWN_MS = 8_000;
/** Time to reach the button, also with a keyboard or a screen reader. */
const SHOWN_WITH_UNDO_MS = 20_000;

/** Answers what the user did, and removes the answer after some seconds. */
export function* toasts(): Saga {
  yield takeEvery(isFulfilledMutation, answer);
  yield takeLatest(toastShown, expire);
}

interface FulfilledMutation extends Action {
  payload: unknown;
  meta: { requestId: string; arg: { type: string; endpointName: string; originalArgs: unknown } };
}
const isFulfilledMutation = (action: Action): action is FulfilledMutation =>
  isFulfilled(action) && (action as FulfilledMutation).meta.arg?.type === 'mutation';

function* answer(action: FulfilledMutation): Saga {
  // The texts are not part of the first load.
  const { answerTo, undoOf } = yield* call(() => import('#store/toasts/answers.ts'));
  const text = answerTo(action);
  if (text === null) return;
  const undo = undoOf(action);
  yield* put(toastShown({ id: action.meta.requestId, text, canUndo: undo !== null }));
  if (!undo) return;
  const { undone } = yield* race({
    undone: take(toastUndone),
    closed: take(toastClosed),
    replaced: take(toastShown),
  });
  if (undone) yield* run(undo);
}

function* expire({ payload: { id, canUndo } }: ReturnType<typeof toastShown>): Saga {
  yield* delay(canUndo ? SHOWN_WITH_UNDO_MS : SHOWN_MS);
  yield* put(toastClosed({ id }));
}
