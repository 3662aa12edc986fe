import { HISTORY_CALL_SIZE } from '#contract/limits.ts';
import { toMarks } from '#sagas/chat/receiveMarks.ts';
import { call, put, type Saga, select, take, takeLatest } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { report } from '#sagas/report.ts';
import { selectConversationRows, selectKnownMarks, selectThread } from '#store/chat/chatSelectors.ts';
import { conversationsLoaded, marksBroken, marksLoaded } from '#store/chat/chatSlice.ts';
import { isLater } from '#store/messaging/timetoken.ts';
import { connected } from '#store/presence/presenceSlice.ts';

const BEGINNING = '0';

/**
 * Changes of messages down to a timetoken, newest first. A change is younger than its message, so all that was said about
 * the messages from there on is then known, and some of what was said about older ones.
 */
export function* loadMarksDownTo(context: RealtimeContext, channel: string, downTo: string): Saga {
  while (true) {
    const known = yield* select(selectKnownMarks, channel);
    if (known && !isLater(known.from, downTo)) return;
    yield* call(readMarks, context, channel, known?.from);
  }
}

/** One call's worth; `from` moves back to where it ended. */
function* readMarks(context: RealtimeContext, channel: string, before: string | undefined): Saga<string> {
  const wires = yield* call(() => context.realtime.actions(channel, { ...(before && { before }) }));
  const marks = yield* toMarks(wires, context.user);
  const oldest = wires[0]?.actionTimetoken ?? BEGINNING;
  const from = wires.length < HISTORY_CALL_SIZE ? BEGINNING : oldest;
  const upTo = wires.at(-1)?.actionTimetoken ?? BEGINNING;
  yield* put(marksLoaded({ channel, marks, known: { from, upTo } }));
  return from;
}

/**
 * After each connection: what was said while nobody listened, down to what is known, and of a conversation that was not
 * opened yet what concerns the message that stands on the list.
 */
export function* followMarks(context: RealtimeContext): Saga {
  yield takeLatest(connected, catchUpMarks, context);
}

function* catchUpMarks(context: RealtimeContext): Saga {
  yield* take(conversationsLoaded);
  for (const { channel, lastMessage } of yield* select(selectConversationRows)) {
    const known = yield* select(selectKnownMarks, channel);
    const { oldest } = yield* select(selectThread, channel);
    const downTo = known?.upTo ?? oldest ?? lastMessage?.timetoken;
    if (downTo === undefined) continue;
    try {
      let from: string | undefined;
      do from = yield* call(readMarks, context, channel, from);
      while (isLater(from, downTo));
    } catch (error) {
      yield* report(error, `changes of messages on ${channel}`);
      yield* put(marksBroken({ channel })); // the next connection reads them anew
    }
  }
}
