import { buffers } from 'redux-saga';
import { PRESENCE_REFRESH_MS } from '#contract/limits.ts';
import { loadConversations } from '#sagas/chat/loadConversations.ts';
import { actionChannel, call, delay, flush, type Saga, takeEvery, takeFrom } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { conversationClosed } from '#store/chat/chatSlice.ts';
import { presenceAnnounced } from '#store/presence/presenceSlice.ts';

/**
 * Memberships are read again 20 s after a presence event; more events during the wait are part of it, so that a busy
 * tenant causes one refresh in 20 s and not one for each person who comes or goes. Closing a conversation refreshes too.
 */
export function* refreshConversations(context: RealtimeContext): Saga {
  yield takeEvery(conversationClosed, loadConversations, context);
  const announced = yield* actionChannel(
    presenceAnnounced,
    buffers.sliding<ReturnType<typeof presenceAnnounced>>(1),
  );
  try {
    while (true) {
      yield* takeFrom(announced);
      yield* delay(PRESENCE_REFRESH_MS);
      yield* flush(announced);
      yield* call(loadConversations, context);
    }
  } finally {
    announced.close();
  }
}
