import type { Action } from '@reduxjs/toolkit';
import { buffers, type Channel, channel as sagaChannel } from 'redux-saga';
import { sendMessage } from '#sagas/chat/sendMessage.ts';
import { call, fork, type Saga, select, takeEvery, takeFrom } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { selectSendingPosts } from '#store/chat/chatSelectors.ts';
import { messageRetried, messageSubmitted } from '#store/chat/chatSlice.ts';

interface Letter {
  channel: string;
  id: string;
}

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
  for (const { channel, id } of yield* select(selectSendingPosts)) yield* enqueue({ channel, id });
  yield takeEvery([messageSubmitted.type, messageRetried.type], function* (action: Action): Saga {
    if (messageSubmitted.match(action) || messageRetried.match(action)) yield* enqueue(action.payload);
  });
}

function* runLane(context: RealtimeContext, lane: Channel<Letter>): Saga {
  while (true) {
    const { channel, id } = yield* takeFrom(lane);
    yield* call(sendMessage, context, channel, id);
  }
}
