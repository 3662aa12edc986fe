import { isAnyOf } from '@reduxjs/toolkit';
import type { SessionUser } from '#contract/access/session.ts';
import { call, ports, put, type Saga, select, takeEvery } from '#sagas/effects.ts';
import { messageActionDiscarded, messageActionSubmitted } from '#store/chat/messageActionsSlice.ts';
import { messageSubmitted } from '#store/chat/messagesSlice.ts';
import {
  draftChanged,
  draftKeysOf,
  draftsRestored,
  editCancelled,
  editStarted,
  keysKeptWith,
  selectDraft,
} from '#store/drafts/draftsSlice.ts';

const isDraftChange = isAnyOf(
  draftChanged,
  messageSubmitted,
  messageActionSubmitted,
  messageActionDiscarded,
  editStarted,
  editCancelled,
);

/** Keeps drafts across reloads and, for the same user, after the server has ended the session. */
export function* keepDrafts({ userId }: SessionUser): Saga {
  const { drafts } = yield* ports();
  const texts = yield* call(() => drafts.load(userId));
  if (Object.keys(texts).length > 0) yield* put(draftsRestored({ texts }));
  yield takeEvery(isDraftChange, function* (action: unknown): Saga {
    if (!isDraftChange(action)) return;
    const keys = draftChanged.match(action)
      ? keysKeptWith(action.payload.key)
      : draftKeysOf(action.payload.channel);
    for (const key of keys) drafts.keep(userId, key, yield* select(selectDraft, key));
  });
}
