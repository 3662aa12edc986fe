import { isAnyOf } from '@reduxjs/toolkit';
import type { SessionUser } from '#contract/session.ts';
import { call, ports, put, type Saga, select, takeEvery } from '#sagas/effects.ts';
import { messageChanged, messageChangeGivenUp, messageSubmitted } from '#store/chat/chatSlice.ts';
import {
  draftChanged,
  draftKeysOf,
  draftsRestored,
  editGivenUp,
  editStarted,
  keptTogether,
  selectDraft,
} from '#store/drafts/draftsSlice.ts';
import { signedOut } from '#store/session/sessionSlice.ts';

const isWritten = isAnyOf(
  draftChanged,
  messageSubmitted,
  messageChanged,
  messageChangeGivenUp,
  editStarted,
  editGivenUp,
);

/** What is half written outlives a reload and a session that the service ended. Only the person themselves gets it back. */
export function* keepDrafts({ userId }: SessionUser): Saga {
  const { drafts } = yield* ports();
  const texts = yield* call(() => drafts.load(userId));
  if (Object.keys(texts).length > 0) yield* put(draftsRestored({ texts }));
  yield takeEvery(isWritten, function* (action: unknown): Saga {
    if (!isWritten(action)) return;
    const keys = draftChanged.match(action)
      ? keptTogether(action.payload.key)
      : draftKeysOf(action.payload.channel);
    for (const key of keys) drafts.keep(userId, key, yield* select(selectDraft, key));
  });
}

/** Who leaves by the button, here or in another tab, leaves nothing. It outlives the session whose end it hears. */
export function* wipeDrafts(): Saga {
  const { drafts } = yield* ports();
  yield takeEvery(signedOut, function* (): Saga {
    yield* call(() => drafts.wipe());
  });
}
