import { isAnyOf } from '@reduxjs/toolkit';
import { buffers, type Channel, channel as sagaChannel } from 'redux-saga';
import { type Letter, sendMessage } from '#sagas/chat/sendMessage.ts';
import { call, fork, type Saga, select, takeEvery, takeFrom } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { selectSendingPosts } from '#store/chat/chatSelectors.ts';
import { messageRetried, messageSubmitted, outboxRestored } from '#store/chat/chatSlice.ts';

const isLetter = isAnyOf(messageSubmitted, messageRetried, outboxRestored);

/**
 * One lane for each conversation: its messages go out one after the other in the order in which they were written, and a
 * conversation that waits holds up no other.
 */
export function* sendMessages(context: RealtimeContext): Saga {
  const lanes = new Map<string, Channel<Letter>>();
  const enqueue = function* (letter: Letter): Saga {
    let lane = lanes.get(letter.channel);
    if (!lane) {
      lane = sagaChannel<Letter>(buffers.expanding(8));
      lanes.set(letter.channel, lane);
      yield* fork(runLane, context, lane);
    }
    lane.put(letter);
  };
  // What was written before the connection was there, or before this saga was started again.
  for (const { channel, id } of yield* select(selectSendingPosts))
    yield* enqueue({ channel, id, mayBeStored: true });
  yield takeEvery(isLetter, function* (action: unknown): Saga {
    if (messageSubmitted.match(action)) yield* enqueue({ ...action.payload, mayBeStored: false });
    else if (messageRetried.match(action)) yield* enqueue({ ...action.payload, mayBeStored: true });
    else if (outboxRestored.match(action))
      for (const { post } of action.payload.letters) yield* enqueue({ ...post, mayBeStored: true });
  });
}

function* runLane(context: RealtimeContext, lane: Channel<Letter>): Saga {
  while (true) {
    const letter = yield* takeFrom(lane);
    yield* call(sendMessage, context, letter);
  }
}
