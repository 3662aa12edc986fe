import { isAnyOf } from '@reduxjs/toolkit';
import { buffers, eventChannel } from 'redux-saga';
import { READ_AFTER_MS } from '#contract/limits.ts';
import {
  actionChannel,
  call,
  delay,
  ports,
  put,
  race,
  type Saga,
  select,
  takeAny,
  takeEvery,
  takeFrom,
} from '#sagas/effects.ts';
import { selectConversation, selectIsReading } from '#store/chat/chatSelectors.ts';
import {
  chatToggled,
  conversationClosed,
  conversationOpened,
  conversationStarted,
  historyLoaded,
  messageSubmitted,
  messagesRead,
  messagesReceived,
  pageFocusChanged,
} from '#store/chat/chatSlice.ts';
import { isLater } from '#store/messaging/timetoken.ts';

/** The list needs a moment to be drawn. */
const DRAWN_MS = 100;

const isNews = isAnyOf(
  conversationOpened,
  conversationStarted,
  historyLoaded,
  messagesReceived,
  chatToggled,
  pageFocusChanged,
);
const isLeaving = isAnyOf(conversationClosed, chatToggled, pageFocusChanged);

interface Seen {
  channel: string;
  timetoken: string;
}

/**
 * Read is what has been on screen for a second before somebody's eyes: looked at twice, and the earlier of both counts.
 * It begins with what happens and with what the person does, never with what the state holds.
 */
export function* followReading(): Saga {
  const { screen } = yield* ports();
  const news = yield* actionChannel({ match: isNews }, buffers.sliding(1));
  const moves = eventChannel<object>((emit) => screen.listen(() => emit({})), buffers.sliding(1));
  yield* takeAnswers();
  try {
    while (true) {
      yield* race({ news: takeFrom(news), moved: takeFrom(moves) });
      yield* call(readWhatIsSeen);
    }
  } finally {
    news.close();
    moves.close();
  }
}

/** For as long as there is something on screen that is not read yet. */
function* readWhatIsSeen(): Saga {
  while (true) {
    yield* delay(DRAWN_MS);
    const before = yield* look();
    if (!before) return;
    const { left } = yield* race({ stayed: delay(READ_AFTER_MS), left: takeAny({ match: isLeaving }) });
    if (left) return;
    const after = yield* look();
    if (after?.channel !== before.channel) return;
    yield* put(messagesRead(isLater(before.timetoken, after.timetoken) ? after : before));
  }
}

/** The newest message in front of somebody who looks, when it is not read. */
function* look(): Saga<Seen | null> {
  const { page, screen } = yield* ports();
  if (!page.isVisible() || !page.isFocused()) return null;
  const seen = screen.newestMessage();
  if (!seen || !(yield* select(selectIsReading, seen.channel))) return null;
  const conversation = yield* select(selectConversation, seen.channel);
  return conversation && isLater(seen.timetoken, conversation.readTimetoken) ? seen : null;
}

/** Whoever answers has read what stands above the answer. */
function* takeAnswers(): Saga {
  yield takeEvery(messageSubmitted, function* (): Saga {
    const seen = yield* look();
    if (seen) yield* put(messagesRead(seen));
  });
}
