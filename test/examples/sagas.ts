import { configureStore } from '@reduxjs/toolkit';
import createSagaMiddleware, { buffers, CANCEL, type Channel } from 'redux-saga';
import { actionChannel, call, delay, put, race, type Saga, take, takeFrom } from '#sagas/effects.ts';
import {
  type Client,
  type Message,
  messagesReducer,
  type Publish,
  settled,
  signedOut,
  submitted,
  WAITS_MS,
} from './messages.ts';

type Submitted = ReturnType<typeof submitted>;

/** A channel keeps the order, and a race ends what is pending. */
export function* sendMessages(publish: Publish): Saga {
  while (true) {
    const queue = yield* actionChannel(submitted, buffers.expanding<Submitted>());
    yield* race({ sending: sendQueue(queue, publish), end: take(signedOut) });
    queue.close();
  }
}

function* sendQueue(queue: Channel<Submitted>, publish: Publish): Saga {
  while (true) {
    const { payload } = yield* takeFrom(queue);
    const isSent = yield* call(deliver, payload, publish);
    yield* put(settled({ id: payload.id, status: isSent ? 'sent' : 'failed' }));
  }
}

function* deliver(message: Message, publish: Publish): Saga<boolean> {
  for (const waitMs of [0, ...WAITS_MS]) {
    if (waitMs > 0) yield* delay(waitMs);
    try {
      yield* call(abortable, (signal) => publish(message, signal));
      return true;
    } catch {
      // The next attempt follows.
    }
  }
  return false;
}

/** Cancelling the saga aborts the call. */
function abortable(start: (signal: AbortSignal) => Promise<void>) {
  const controller = new AbortController();
  return Object.assign(start(controller.signal), { [CANCEL]: () => controller.abort() });
}

export function sagaClient(publish: Publish): Client {
  const sagas = createSagaMiddleware();
  const store = configureStore({
    reducer: messagesReducer,
    middleware: (getDefault) => getDefault().concat(sagas),
  });
  sagas.run(sendMessages, publish);
  return {
    send: (message) => void store.dispatch(submitted(message)),
    signOut: () => void store.dispatch(signedOut()),
    state: store.getState,
  };
}
