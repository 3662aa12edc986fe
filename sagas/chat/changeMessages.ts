import { isAnyOf } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import { actionOf, CHANGE_GRACE_MS, CHANGE_WINDOW_MS } from '#contract/chatChanges.ts';
import { backoffMs } from '#sagas/backoff.ts';
import {
  actionChannel,
  call,
  delay,
  ports,
  put,
  race,
  type Saga,
  select,
  take,
  takeFrom,
} from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { renewKey } from '#sagas/realtime/messagingKey.ts';
import { isDenied, isRefusal, RealtimeError } from '#sagas/realtime/realtimeError.ts';
import { selectChange, selectSendingChanges } from '#store/chat/chatSelectors.ts';
import {
  changesRestored,
  messageChanged,
  messageChangeFailed,
  messageChangeRetried,
  messageChangeSaved,
} from '#store/chat/chatSlice.ts';
import type { PendingChange } from '#store/chat/chatState.ts';
import { instantOf } from '#store/messaging/timetoken.ts';
import { connected } from '#store/presence/presenceSlice.ts';

const isWish = isAnyOf(messageChanged, messageChangeRetried, changesRestored);

/** One after the other, so that of two corrections the later one is the newer one for everybody. */
export function* changeMessages(context: RealtimeContext): Saga {
  const wishes = yield* actionChannel(
    { match: isWish },
    buffers.expanding<
      ReturnType<typeof messageChanged | typeof messageChangeRetried | typeof changesRestored>
    >(4),
  );
  try {
    // What was said before the connection was there, or before this saga was started again.
    for (const { id } of yield* select(selectSendingChanges)) yield* call(changeMessage, context, id);
    while (true) {
      const { payload } = yield* takeFrom(wishes);
      const wanted = 'changes' in payload ? payload.changes : [payload];
      for (const { id } of wanted) yield* call(changeMessage, context, id);
    }
  } finally {
    wishes.close();
  }
}

/** It is on screen already: say it to the service, for as long as that is away and the time for it is not over. */
export function* changeMessage(context: RealtimeContext, id: string): Saga {
  const { serverNow, random } = yield* ports();
  let hasNewKey = false;
  for (let attempt = 1; ; attempt++) {
    const pending = yield* select(selectChange, id);
    if (pending?.status !== 'sending') return;
    if (isTooLate(pending, serverNow())) {
      yield* put(messageChangeFailed({ id, cause: 'late' }));
      return;
    }
    try {
      const timetoken = yield* call(addAction, context, pending);
      yield* put(messageChangeSaved({ id, mark: markOf(context, pending, timetoken) }));
      return;
    } catch (error) {
      if (isDenied(error) && !hasNewKey) {
        hasNewKey = true;
        yield* call(renewKey, context.realtime);
      } else if (isRefusal(error)) {
        yield* put(messageChangeFailed({ id, cause: 'refused' }));
        return;
      } else yield* race({ back: take(connected), waited: delay(backoffMs(attempt, random)) });
    }
  }
}

const isTooLate = ({ change, messageTimetoken }: PendingChange, now: number) =>
  change.kind !== 'reaction' && now - instantOf(messageTimetoken) > CHANGE_WINDOW_MS + CHANGE_GRACE_MS;

const markOf = (
  { user }: RealtimeContext,
  { channel, messageTimetoken, change }: PendingChange,
  actionTimetoken: string,
) => ({ channel, messageTimetoken, actionTimetoken, actorId: user.userId, change });

/** Each change has its own id in it: that the service has it already means that only its answer was lost. */
async function addAction(
  { realtime }: RealtimeContext,
  { id, channel, messageTimetoken, change, at }: PendingChange,
) {
  try {
    return (await realtime.addAction(channel, messageTimetoken, actionOf(change, id))).timetoken;
  } catch (error) {
    if (error instanceof RealtimeError && error.status === 409) return at;
    throw error;
  }
}
