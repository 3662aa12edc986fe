import { buffers } from 'redux-saga';
import { PRESENCE_REFRESH_MS } from '#contract/limits.ts';
import {
  actionChannel,
  delay,
  flush,
  fork,
  put,
  type Saga,
  select,
  takeAny,
  takeEvery,
  takeFrom,
  takeLatest,
} from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { conversationsRequested } from '#store/chat/conversationsSlice.ts';
import { selectOpenChannel } from '#store/chat/widgetSelectors.ts';
import {
  conversationClosed,
  conversationOpened,
  conversationStarted,
  searchOpened,
} from '#store/chat/widgetSlice.ts';
import { connected } from '#store/connection/connectionSlice.ts';
import { presenceAnnounced } from '#store/presence/presenceSlice.ts';
import { loadConversations } from './loadConversations.ts';

/**
 * Loads the conversations again 20 s after a presence event; more events during that time cause no further refresh. A
 * new connection, a closed conversation and a user whose list failed to load cause an immediate refresh.
 */
export function* refreshConversations(context: RealtimeContext): Saga {
  // A newer request cancels a load that is still running.
  yield takeLatest(conversationsRequested, loadConversations, context);
  yield takeEvery(connected, function* (): Saga {
    yield* put(conversationsRequested());
  });
  yield* fork(refreshAfterLeaving);
  const announced = yield* actionChannel(
    presenceAnnounced,
    buffers.sliding<ReturnType<typeof presenceAnnounced>>(1),
  );
  try {
    while (true) {
      yield* takeFrom(announced);
      yield* delay(PRESENCE_REFRESH_MS);
      yield* flush(announced);
      yield* put(conversationsRequested());
    }
  } finally {
    announced.close();
  }
}

/** A conversation is left by closing it, by opening another one, and by starting a search. */
function* refreshAfterLeaving(): Saga {
  let open = yield* select(selectOpenChannel);
  while (true) {
    const event = yield* takeAny(conversationClosed, conversationOpened, conversationStarted, searchOpened);
    const left = open;
    open = yield* select(selectOpenChannel);
    if (conversationClosed.match(event) || (left !== null && left !== open))
      yield* put(conversationsRequested());
  }
}
