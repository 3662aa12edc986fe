import {
  configureStore,
  createListenerMiddleware,
  type ForkedTaskAPI,
  type ListenerEffectAPI,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit';
import {
  type Client,
  messagesReducer,
  type Publish,
  type SendingState,
  settled,
  signedOut,
  submitted,
  WAITS_MS,
} from './messages.ts';

type Api = ListenerEffectAPI<SendingState, ThunkDispatch<SendingState, unknown, UnknownAction>>;

/** One listener sends everything that is pending, in the order of the state, until the session ends. */
export function createListeners(publish: Publish) {
  const listener = createListenerMiddleware<SendingState>();
  listener.startListening({
    actionCreator: submitted,
    async effect(_action, api) {
      api.unsubscribe(); // messages that are submitted in the meantime are found in the state
      const sending = api.fork((task) => sendPending(api, task));
      await Promise.race([sending.result, api.take(signedOut.match)]);
      sending.cancel();
      api.subscribe();
    },
  });

  async function sendPending(api: Api, task: ForkedTaskAPI) {
    for (let attempt = 0; ; ) {
      const message = api.getState().messages.find(({ status }) => status === 'sending');
      if (!message) return;
      // `pause` throws when the task was cancelled.
      const isSent = await task.pause(
        publish(message, task.signal).then(
          () => true,
          () => false,
        ),
      );
      const waitMs = isSent ? undefined : WAITS_MS[attempt];
      if (waitMs === undefined) {
        api.dispatch(settled({ id: message.id, status: isSent ? 'sent' : 'failed' }));
        attempt = 0;
      } else {
        attempt += 1;
        await task.delay(waitMs);
      }
    }
  }
  return listener.middleware;
}

export function listenerClient(publish: Publish): Client {
  const store = configureStore({
    reducer: messagesReducer,
    middleware: (getDefault) => getDefault().prepend(createListeners(publish)),
  });
  return {
    send: (message) => void store.dispatch(submitted(message)),
    signOut: () => void store.dispatch(signedOut()),
    state: store.getState,
  };
}
