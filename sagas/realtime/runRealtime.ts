import type { SessionUser } from '#contract/access/session.ts';
import type { MessagingConfig } from '#contract/messaging/messaging.ts';
import { retryUnless } from '#sagas/backoff.ts';
import { refreshMessageActions } from '#sagas/chat/loadMessageActions.ts';
import { pageHistories } from '#sagas/chat/pageHistory.ts';
import { postUnreadMessages } from '#sagas/chat/postUnreadMessage.ts';
import { refreshConversations } from '#sagas/chat/refreshConversations.ts';
import { saveReadPositions } from '#sagas/chat/saveReadPositions.ts';
import { sendMessageActions } from '#sagas/chat/sendMessageActions.ts';
import { sendMessages } from '#sagas/chat/sendMessages.ts';
import { expireTyping, signalTyping } from '#sagas/chat/typing.ts';
import { call, fork, ports, put, race, type Saga, select } from '#sagas/effects.ts';
import { followNotifications } from '#sagas/notifications/followNotifications.ts';
import { followPresence } from '#sagas/presence/followPresence.ts';
import { selectConversations, selectNewestTimetoken } from '#store/chat/conversationSelectors.ts';
import { messageActionsReset } from '#store/chat/messageActionsSlice.ts';
import { historyReset } from '#store/chat/messagesSlice.ts';
import { connectionStarted, encryptionDetected } from '#store/connection/connectionSlice.ts';
import { keepConnected } from './connection.ts';
import type { RealtimeContext } from './context.ts';
import { fetchMessagingConfig, keepKey } from './messagingKey.ts';
import { receive } from './receive.ts';
import { watchConnection } from './watchConnection.ts';

/** Keeps the session's connection to the messaging service and its workers, and stops all of them at the end. */
export function* runRealtime(user: SessionUser): Saga {
  yield* put(connectionStarted());
  let config = yield* call(fetchMessagingConfig);
  while (config) {
    yield* put(encryptionDetected({ isEncrypted: config.cipherKeys !== undefined }));
    config = yield* call(runConnection, user, config);
    // Messages that could not be decrypted are loaded again.
    if (config)
      for (const channel of Object.keys(yield* select(selectConversations))) {
        yield* put(historyReset({ channel, oldest: null }));
        yield* put(messageActionsReset({ channel }));
      }
  }
}

/** Runs one connection. Returns a configuration if another cipher key needs a new connection, null when the session is over. */
function* runConnection(user: SessionUser, config: MessagingConfig): Saga<MessagingConfig | null> {
  const { connectRealtime, reportError } = yield* ports();
  const realtime = yield* retryUnless(
    () => call(() => connectRealtime(config)),
    (error) => {
      reportError(error, 'loading the messaging client'); // the file of the SDK may be unreachable for a while
      return false;
    },
  );
  const context: RealtimeContext = {
    realtime,
    user,
    followsEveryone: config.presence !== 'met',
    cursor: { timetoken: yield* select(selectNewestTimetoken) },
  };
  try {
    const { next = null } = yield* race({
      next: call(keepKey, realtime, config),
      workers: call(runWorkers, context),
    });
    return next;
  } finally {
    realtime.stop();
  }
}

function* runWorkers(context: RealtimeContext): Saga {
  yield* fork(keepConnected, context.realtime);
  yield* fork(watchConnection, context);
  yield* fork(followPresence, context);
  yield* fork(sendMessages, context);
  yield* fork(pageHistories, context);
  yield* fork(refreshMessageActions, context);
  yield* fork(sendMessageActions, context);
  yield* fork(signalTyping, context);
  yield* fork(expireTyping);
  yield* fork(saveReadPositions, context);
  yield* fork(postUnreadMessages, context);
  yield* fork(refreshConversations, context);
  yield* fork(followNotifications, context);
  yield* call(receive, context); // for as long as the session lasts
}
