import { isAnyOf } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import { READ_AFTER_MS } from '#contract/limits.ts';
import {
  actionChannel,
  call,
  delay,
  portEvents,
  ports,
  put,
  race,
  type Saga,
  select,
  takeAny,
  takeEvery,
  takeFrom,
} from '#sagas/effects.ts';
import { selectConversation } from '#store/chat/conversationSelectors.ts';
import { messagesRead } from '#store/chat/conversationsSlice.ts';
import { historyLoaded, messageSubmitted, messagesReceived } from '#store/chat/messagesSlice.ts';
import { selectIsReading } from '#store/chat/widgetSelectors.ts';
import {
  chatToggled,
  conversationClosed,
  conversationOpened,
  conversationStarted,
  pageFocusChanged,
} from '#store/chat/widgetSlice.ts';
import { isLater } from '#store/messaging/timetoken.ts';
import type { SeenMessage } from '#store/ports/screen.ts';

/** Time for the list to render. */
const RENDER_MS = 100;

const isTrigger = isAnyOf(
  conversationOpened,
  conversationStarted,
  historyLoaded,
  messagesReceived,
  chatToggled,
  pageFocusChanged,
);
const isLeaving = isAnyOf(conversationClosed, chatToggled, pageFocusChanged);

/**
 * Marks messages as read after they were visible for a second. It looks up the newest visible message twice, and the
 * earlier of the 2 counts. Actions and scrolling trigger it, never state
 * (docs/decisions/0011-no-effects-from-state.md).
 */
export function* followReading(): Saga {
  const { screen } = yield* ports();
  const triggers = yield* actionChannel({ match: isTrigger }, buffers.sliding(1));
  const moves = portEvents<object>('screen', (emit) => screen.listen(() => emit({})), buffers.sliding(1));
  yield* followAnswers();
  try {
    while (true) {
      yield* race({ triggered: takeFrom(triggers), moved: takeFrom(moves) });
      yield* call(markVisibleRead);
    }
  } finally {
    triggers.close();
    moves.close();
  }
}

/** Repeats while an unread message is visible. */
function* markVisibleRead(): Saga {
  while (true) {
    yield* delay(RENDER_MS);
    const before = yield* newestUnreadVisible();
    if (!before) return;
    const { left } = yield* race({ stayed: delay(READ_AFTER_MS), left: takeAny({ match: isLeaving }) });
    if (left) return;
    const after = yield* newestUnreadVisible();
    if (after?.channel !== before.channel) return;
    yield* put(messagesRead(isLater(before.timetoken, after.timetoken) ? after : before));
  }
}

/** The newest visible message if it is unread and the page is in use. */
function* newestUnreadVisible(): Saga<SeenMessage | null> {
  const { page, screen } = yield* ports();
  if (!page.isVisible() || !page.isFocused()) return null;
  const seen = screen.newestMessage();
  if (!seen || !(yield* select(selectIsReading, seen.channel))) return null;
  const conversation = yield* select(selectConversation, seen.channel);
  return conversation && isLater(seen.timetoken, conversation.readTimetoken) ? seen : null;
}

/** A user who replies has read the messages above the reply. */
function* followAnswers(): Saga {
  yield takeEvery(messageSubmitted, function* (): Saga {
    const seen = yield* newestUnreadVisible();
    if (seen) yield* put(messagesRead(seen));
  });
}
