import { configureStore, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import {
  type Client,
  type Message,
  messagesReducer,
  type Publish,
  type SendingState,
  settled,
  signedOut,
  submitted,
  WAITS_MS,
} from './messages.ts';

type Thunk<R = void> = ThunkAction<R, SendingState, unknown, UnknownAction>;

/** A promise chain keeps the order, and an abort controller for each session ends what is pending. */
export function createThunks(publish: Publish) {
  let session = new AbortController();
  let queue: Promise<unknown> = Promise.resolve();

  const deliver =
    (message: Message, signal: AbortSignal): Thunk<Promise<void>> =>
    async (dispatch) => {
      for (const waitMs of [0, ...WAITS_MS]) {
        if (waitMs > 0) await wait(waitMs, signal);
        if (signal.aborted) return;
        const isSent = await publish(message, signal).then(
          () => true,
          () => false,
        );
        // The session may have ended during the call.
        if (signal.aborted) return;
        if (isSent) {
          dispatch(settled({ id: message.id, status: 'sent' }));
          return;
        }
      }
      dispatch(settled({ id: message.id, status: 'failed' }));
    };
  return {
    send:
      (message: Message): Thunk =>
      (dispatch) => {
        const { signal } = session;
        dispatch(submitted(message));
        queue = queue.then(() => dispatch(deliver(message, signal)));
      },
    signOut: (): Thunk => (dispatch) => {
      session.abort();
      session = new AbortController();
      queue = Promise.resolve(); // a new session does not wait for the old one
      dispatch(signedOut());
    },
  };
}

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

export function thunkClient(publish: Publish): Client {
  const store = configureStore({ reducer: messagesReducer });
  const { send, signOut } = createThunks(publish);
  return {
    send: (message) => store.dispatch(send(message)),
    signOut: () => store.dispatch(signOut()),
    state: store.getState,
  };
}
