import { HISTORY_CALL_SIZE, HISTORY_PAGE_SIZE } from '#contract/limits.ts';
import { loadMarksDownTo } from '#sagas/chat/loadMarks.ts';
import { call, fork, put, type Saga, select, takeEvery } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { toArrivals } from '#sagas/realtime/parse.ts';
import { report } from '#sagas/report.ts';
import { selectOpenChannel, selectThread } from '#store/chat/chatSelectors.ts';
import {
  conversationOpened,
  conversationStarted,
  historyFailed,
  historyLoaded,
  historyRequested,
} from '#store/chat/chatSlice.ts';
import { isLater } from '#store/messaging/timetoken.ts';

/** A conversation's messages are read when it is opened, and the next older page when it is asked for. */
export function* pageHistories(context: RealtimeContext): Saga {
  /** One page at a time in each conversation; another wish meanwhile is the same wish. */
  const running = new Set<string>();
  const page = function* (channel: string, downTo?: string): Saga {
    if (running.has(channel)) return;
    running.add(channel);
    try {
      yield* call(pageHistory, context, channel, downTo);
    } finally {
      running.delete(channel);
    }
  };
  const open = function* (channel: string): Saga {
    const { oldest, isAtStart } = yield* select(selectThread, channel);
    if (oldest === null && !isAtStart) yield* put(historyRequested({ channel }));
  };
  yield takeEvery(historyRequested, ({ payload }) => page(payload.channel, payload.downTo));
  yield takeEvery(conversationOpened, ({ payload }) => open(payload.channel));
  yield takeEvery(conversationStarted, ({ payload }) => open(payload.channel));
  // One may have been opened before the connection was there.
  const channel = yield* select(selectOpenChannel);
  if (channel !== null) yield* fork(open, channel);
}

/**
 * 500 messages are one page for the person and five calls for the service; the newest are shown as soon as they are there.
 * Who wants to go far back at once gets all down to there.
 */
export function* pageHistory(context: RealtimeContext, channel: string, downTo?: string): Saga {
  const { realtime, user } = context;
  let { oldest, isAtStart } = yield* select(selectThread, channel);
  /** Whether nothing more is wanted once so many were fetched. */
  const isEnough = (fetched: number) =>
    isAtStart || (fetched >= HISTORY_PAGE_SIZE && !(downTo && oldest && isLater(oldest, downTo)));
  try {
    for (let fetched = 0; !isEnough(fetched); fetched += HISTORY_CALL_SIZE) {
      const before = oldest;
      const wires = yield* call(() =>
        realtime.history(channel, { count: HISTORY_CALL_SIZE, ...(before && { before }) }),
      );
      const posts = (yield* toArrivals(wires, user)).map(({ post }) => post);
      oldest = wires[0]?.timetoken ?? oldest;
      isAtStart = wires.length < HISTORY_CALL_SIZE;
      // What was withdrawn must not be seen for a moment, so the changes are there before the messages are shown.
      if (wires.length > 0) yield* call(loadMarksDownTo, context, channel, oldest ?? '0');
      const isLoading = !isEnough(fetched + HISTORY_CALL_SIZE);
      yield* put(historyLoaded({ channel, posts, oldest, isAtStart, isLoading }));
    }
  } catch (error) {
    yield* report(error, `history of ${channel}`);
    yield* put(historyFailed({ channel }));
  }
}
