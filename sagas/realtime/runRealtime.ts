import type { MessagingConfig } from '#contract/messaging.ts';
import type { SessionUser } from '#contract/session.ts';
import { insist } from '#sagas/backoff.ts';
import { changeMessages } from '#sagas/chat/changeMessages.ts';
import { followMarks } from '#sagas/chat/loadMarks.ts';
import { pageHistories } from '#sagas/chat/pageHistory.ts';
import { postUnreads } from '#sagas/chat/postUnread.ts';
import { refreshConversations } from '#sagas/chat/refreshConversations.ts';
import { saveReadPositions } from '#sagas/chat/saveReadPositions.ts';
import { sendMessages } from '#sagas/chat/sendMessages.ts';
import { expireTyping, sayTyping } from '#sagas/chat/typing.ts';
import { call, fork, ports, put, race, type Saga, select } from '#sagas/effects.ts';
import { followNotifications } from '#sagas/notifications/followNotifications.ts';
import { followPresence } from '#sagas/presence/followPresence.ts';
import { keepConnected } from '#sagas/realtime/connection.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { fetchMessagingConfig, keepKey } from '#sagas/realtime/messagingKey.ts';
import { receive } from '#sagas/realtime/receive.ts';
import { watchLine } from '#sagas/realtime/watchLine.ts';
import { selectConversations, selectNewestTimetoken } from '#store/chat/chatSelectors.ts';
import { historyBroken, marksBroken } from '#store/chat/chatSlice.ts';
import { connectionStarted, encryptionFound } from '#store/presence/presenceSlice.ts';

/** The session's connection to the messaging service and all that works over it. Whatever ends it, it leaves nothing behind. */
export function* runRealtime(user: SessionUser): Saga {
  yield* put(connectionStarted());
  let config = yield* call(fetchMessagingConfig);
  while (config) {
    yield* put(encryptionFound({ isEncrypted: config.cipherKey !== undefined }));
    config = yield* call(runLine, user, config);
    // What could not be read before is read anew.
    if (config)
      for (const channel of Object.keys(yield* select(selectConversations))) {
        yield* put(historyBroken({ channel, oldest: null }));
        yield* put(marksBroken({ channel }));
      }
  }
}

/** One line, until the session is over or the line has to begin anew with another cipher key, which it gives back. */
function* runLine(user: SessionUser, config: MessagingConfig): Saga<MessagingConfig | null> {
  const { connectRealtime, reportError } = yield* ports();
  const realtime = yield* insist(
    () => call(() => connectRealtime(config)),
    (error) => {
      reportError(error, 'loading the messaging client'); // its file may be out of reach for a while
      return false;
    },
  );
  const context: RealtimeContext = { realtime, user, heard: { upTo: yield* select(selectNewestTimetoken) } };
  try {
    const { next = null } = yield* race({
      next: call(keepKey, realtime, config),
      works: call(work, context),
    });
    return next;
  } finally {
    realtime.stop();
  }
}

function* work(context: RealtimeContext): Saga {
  yield* fork(keepConnected, context.realtime);
  yield* fork(watchLine, context);
  yield* fork(followPresence, context);
  yield* fork(sendMessages, context);
  yield* fork(pageHistories, context);
  yield* fork(followMarks, context);
  yield* fork(changeMessages, context);
  yield* fork(sayTyping, context);
  yield* fork(expireTyping);
  yield* fork(saveReadPositions, context);
  yield* fork(postUnreads, context);
  yield* fork(refreshConversations, context);
  yield* fork(followNotifications, context);
  yield* call(receive, context); // for as long as the session lasts
}
