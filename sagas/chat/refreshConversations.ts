import { buffers } from 'redux-saga';
import { PRESENCE_REFRESH_MS } from '#contract/limits.ts';
import { loadConversations } from '#sagas/chat/loadConversations.ts';
import {
  actionChannel,
  delay,
  flush,
  put,
  type Saga,
  takeEvery,
  takeFrom,
  takeLatest,
} from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { conversationClosed, conversationsRequested } from '#store/chat/chatSlice.ts';
import { connected, presenceAnnounced } from '#store/presence/presenceSlice.ts';

/**
 * Memberships are read again 20 s after a presence event; more events during the wait are part of it, so that a busy
 * tenant causes one refresh in 20 s and not one for each person who comes or goes. Each connection and the closing
 * of a conversation ask for it at once, and so may a person whose list did not come.
 */
export function* refreshConversations(context: RealtimeContext): Saga {
  // A newer wish has newer news: an older load that is still running is given up.
  yield takeLatest(conversationsRequested, loadConversations, context);
  yield takeEvery([connected.type, conversationClosed.type], function* (): Saga {
    yield* put(conversationsRequested());
  });
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
