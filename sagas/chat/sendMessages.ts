import { isAnyOf } from '@reduxjs/toolkit';
import { buffers, type Channel, channel as sagaChannel } from 'redux-saga';
import { call, fork, putTo, type Saga, select, takeEvery, takeFrom } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { selectSendingMessages } from '#store/chat/messageSelectors.ts';
import { messageRetried, messageSubmitted, outboxRestored } from '#store/chat/messagesSlice.ts';
import { type OutgoingMessage, sendMessage } from './sendMessage.ts';

const isOutgoing = isAnyOf(messageSubmitted, messageRetried, outboxRestored);

/** One queue for each conversation: its messages are sent in order, and no conversation waits for another one. */
export function* sendMessages(context: RealtimeContext): Saga {
  const queues = new Map<string, Channel<OutgoingMessage>>();
  const enqueue = function* (message: OutgoingMessage): Saga {
    let queue = queues.get(message.channel);
    if (!queue) {
      queue = sagaChannel<OutgoingMessage>(buffers.expanding(8));
      queues.set(message.channel, queue);
      yield* fork(sendQueue, context, queue);
    }
    yield* putTo(queue, message);
  };
  // Submitted before the connection existed, or before this saga was restarted.
  for (const { channel, id } of yield* select(selectSendingMessages))
    yield* enqueue({ channel, id, mayBeStored: true });
  yield takeEvery(isOutgoing, function* (action: unknown): Saga {
    if (messageSubmitted.match(action)) yield* enqueue({ ...action.payload, mayBeStored: false });
    else if (messageRetried.match(action)) yield* enqueue({ ...action.payload, mayBeStored: true });
    else if (outboxRestored.match(action))
      for (const { message } of action.payload.messages) yield* enqueue({ ...message, mayBeStored: true });
  });
}

function* sendQueue(context: RealtimeContext, queue: Channel<OutgoingMessage>): Saga {
  while (true) {
    const message = yield* takeFrom(queue);
    yield* call(sendMessage, context, message);
  }
}
