import { HISTORY_CALL_SIZE, HISTORY_PAGE_SIZE } from '#contract/limits.ts';
import { call, fork, put, type Saga, select, take, takeEvery } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { toIncomingMessages } from '#sagas/realtime/parse.ts';
import { report } from '#sagas/report.ts';
import { selectHistory } from '#store/chat/messageSelectors.ts';
import { historyFailed, historyLoaded, historyRequested } from '#store/chat/messagesSlice.ts';
import { selectOpenChannel } from '#store/chat/widgetSelectors.ts';
import { conversationOpened, conversationStarted } from '#store/chat/widgetSlice.ts';
import { connected, networkChanged } from '#store/connection/connectionSlice.ts';
import { isLater } from '#store/messaging/timetoken.ts';
import { loadMessageActionsBackTo } from './loadMessageActions.ts';

/**
 * Loads the newest page when the user opens a conversation, and older pages on request. The first page waits for the first
 * connection, because a message that arrives between the page and the connection would be missing.
 */
export function* pageHistories(context: RealtimeContext): Saga {
  let hasConnected = context.cursor.timetoken !== null;
  yield* fork(function* (): Saga {
    yield* take(connected);
    hasConnected = true;
  });
  /** Loads one page at a time for each conversation: a request during a load is ignored. */
  const running = new Set<string>();
  const page = function* (channel: string, downTo?: string): Saga {
    if (running.has(channel)) return;
    running.add(channel);
    try {
      if (!hasConnected) yield* take(connected);
      yield* call(pageHistory, context, channel, downTo);
    } finally {
      running.delete(channel);
    }
  };
  const open = function* (channel: string): Saga {
    const { oldest, isAtStart } = yield* select(selectHistory, channel);
    if (oldest === null && !isAtStart) yield* put(historyRequested({ channel }));
  };
  yield takeEvery(historyRequested, ({ payload }) => page(payload.channel, payload.downTo));
  // The open conversation keeps no error whose cause is gone.
  yield takeEvery([connected.type, networkChanged.type], function* (): Saga {
    const shown = yield* select(selectOpenChannel);
    if (shown !== null && (yield* select(selectHistory, shown)).hasFailed)
      yield* put(historyRequested({ channel: shown }));
  });
  yield takeEvery(conversationOpened, ({ payload }) => open(payload.channel));
  yield takeEvery(conversationStarted, ({ payload }) => open(payload.channel));
  // The user opened it before the connection existed.
  const channel = yield* select(selectOpenChannel);
  if (channel !== null) yield* fork(open, channel);
}

/**
 * Loads a page of 500 messages in five calls and shows each part when it arrives. With `downTo`, loads all pages down
 * to that timetoken. See docs/decisions/0013-history-pages.md.
 */
export function* pageHistory(context: RealtimeContext, channel: string, downTo?: string): Saga {
  const { realtime, user } = context;
  let { oldest, isAtStart } = yield* select(selectHistory, channel);
  const isEnough = (fetched: number) =>
    isAtStart || (fetched >= HISTORY_PAGE_SIZE && !(downTo && oldest && isLater(oldest, downTo)));
  try {
    for (let fetched = 0; !isEnough(fetched); fetched += HISTORY_CALL_SIZE) {
      const before = oldest;
      const wires = yield* call(() =>
        realtime.history(channel, { count: HISTORY_CALL_SIZE, ...(before && { before }) }),
      );
      const messages = (yield* toIncomingMessages(wires, user)).map(({ message }) => message);
      oldest = wires[0]?.timetoken ?? oldest;
      isAtStart = wires.length < HISTORY_CALL_SIZE;
      // Actions are loaded before messages, so that a deleted message is never shown.
      if (wires.length > 0) yield* call(loadMessageActionsBackTo, context, channel, oldest ?? '0');
      const isLoading = !isEnough(fetched + HISTORY_CALL_SIZE);
      yield* put(historyLoaded({ channel, messages, oldest, isAtStart, isLoading }));
    }
  } catch (error) {
    yield* report(error, `history of ${channel}`);
    yield* put(historyFailed({ channel }));
  }
}
