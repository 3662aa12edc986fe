import { HISTORY_CALL_SIZE } from '#contract/limits.ts';
import { call, put, type Saga, select, take, takeLatest } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { report } from '#sagas/report.ts';
import { selectConversationRows } from '#store/chat/conversationSelectors.ts';
import { conversationsLoaded } from '#store/chat/conversationsSlice.ts';
import { selectLoadedActionRange } from '#store/chat/messageActionSelectors.ts';
import { messageActionsLoaded, messageActionsReset } from '#store/chat/messageActionsSlice.ts';
import { selectHistory } from '#store/chat/messageSelectors.ts';
import { connected } from '#store/connection/connectionSlice.ts';
import { isLater } from '#store/messaging/timetoken.ts';
import { toMessageActions } from './receiveMessageActions.ts';

const BEGINNING = '0';

/**
 * Loads message actions back to a timetoken, newest first. An action is newer than its message, so afterwards all
 * actions for messages since that timetoken are loaded.
 */
export function* loadMessageActionsBackTo(
  context: RealtimeContext,
  channel: string,
  timetoken: string,
): Saga {
  while (true) {
    const range = yield* select(selectLoadedActionRange, channel);
    if (range && !isLater(range.from, timetoken)) return;
    yield* call(loadActionPage, context, channel, range?.from);
  }
}

/** Loads one page and returns the timetoken at which it starts. */
function* loadActionPage(
  context: RealtimeContext,
  channel: string,
  before: string | undefined,
): Saga<string> {
  const wires = yield* call(() => context.realtime.actions(channel, { ...(before && { before }) }));
  const messageActions = yield* toMessageActions(wires, context.user);
  const oldest = wires[0]?.actionTimetoken ?? BEGINNING;
  const from = wires.length < HISTORY_CALL_SIZE ? BEGINNING : oldest;
  const to = wires.at(-1)?.actionTimetoken ?? BEGINNING;
  yield* put(messageActionsLoaded({ channel, messageActions, range: { from, to } }));
  return from;
}

/**
 * After each connection, loads the missed actions. For a conversation that was not opened, it loads the actions of the
 * last message, which the list shows.
 */
export function* refreshMessageActions(context: RealtimeContext): Saga {
  yield takeLatest(connected, catchUpMessageActions, context);
}

function* catchUpMessageActions(context: RealtimeContext): Saga {
  yield* take(conversationsLoaded);
  for (const { channel, lastMessage } of yield* select(selectConversationRows)) {
    const range = yield* select(selectLoadedActionRange, channel);
    const { oldest } = yield* select(selectHistory, channel);
    const backTo = range?.to ?? oldest ?? lastMessage?.timetoken;
    if (backTo === undefined) continue;
    try {
      let from: string | undefined;
      do from = yield* call(loadActionPage, context, channel, from);
      while (isLater(from, backTo));
    } catch (error) {
      yield* report(error, `message actions of ${channel}`);
      yield* put(messageActionsReset({ channel })); // loaded again after the next connection
    }
  }
}
