import { isAnyOf } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import { EDIT_GRACE_MS, EDIT_WINDOW_MS, encodeMessageAction } from '#contract/messaging/messageActions.ts';
import { actionChannel, call, ports, put, type Saga, select, takeFrom } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { RealtimeError } from '#sagas/realtime/realtimeError.ts';
import { retryRealtime, waitForConnection } from '#sagas/realtime/retry.ts';
import {
  selectPendingMessageAction,
  selectSendingMessageActions,
} from '#store/chat/messageActionSelectors.ts';
import type { IncomingMessageAction } from '#store/chat/messageActions.ts';
import {
  messageActionFailed,
  messageActionRetried,
  messageActionSaved,
  messageActionSubmitted,
  messageActionsRestored,
  type PendingMessageAction,
} from '#store/chat/messageActionsSlice.ts';
import { instantOf } from '#store/messaging/timetoken.ts';

const isOutgoing = isAnyOf(messageActionSubmitted, messageActionRetried, messageActionsRestored);
type Outgoing = ReturnType<
  typeof messageActionSubmitted | typeof messageActionRetried | typeof messageActionsRestored
>;

/** Sends one action at a time, so that the later of 2 edits is the newer one for everyone. */
export function* sendMessageActions(context: RealtimeContext): Saga {
  const outgoing = yield* actionChannel({ match: isOutgoing }, buffers.expanding<Outgoing>(4));
  try {
    // Submitted before the connection existed, or before this saga was restarted.
    for (const { id } of yield* select(selectSendingMessageActions))
      yield* call(sendMessageAction, context, id);
    while (true) {
      const { payload } = yield* takeFrom(outgoing);
      const submitted = 'messageActions' in payload ? payload.messageActions : [payload];
      for (const { id } of submitted) yield* call(sendMessageAction, context, id);
    }
  } finally {
    outgoing.close();
  }
}

/** Sends a pending message action until it is saved or refused, or its edit window is over. */
export function* sendMessageAction(context: RealtimeContext, id: string): Saga {
  const { serverNow } = yield* ports();
  const attempt = function* (): Saga {
    const pending = yield* select(selectPendingMessageAction, id);
    if (pending?.status !== 'sending') return;
    if (isTooLate(pending, serverNow())) {
      yield* put(messageActionFailed({ id, cause: 'late' }));
      return;
    }
    const timetoken = yield* call(addAction, context, pending);
    yield* put(messageActionSaved({ id, saved: toSaved(context, pending, timetoken) }));
  };
  try {
    yield* retryRealtime({ realtime: context.realtime, attempt, wait: waitForConnection });
  } catch {
    yield* put(messageActionFailed({ id, cause: 'refused' }));
  }
}

const isTooLate = ({ change, messageTimetoken }: PendingMessageAction, now: number) =>
  change.kind !== 'reaction' && now - instantOf(messageTimetoken) > EDIT_WINDOW_MS + EDIT_GRACE_MS;

const toSaved = (
  { user }: RealtimeContext,
  { channel, messageTimetoken, change }: PendingMessageAction,
  actionTimetoken: string,
): IncomingMessageAction => ({ channel, messageTimetoken, actionTimetoken, actorId: user.userId, change });

/** The value contains the id. A conflict means that the action is saved and only the response was lost. */
async function addAction(
  { realtime }: RealtimeContext,
  { id, channel, messageTimetoken, change, at }: PendingMessageAction,
) {
  try {
    return (await realtime.addAction(channel, messageTimetoken, encodeMessageAction(change, id))).timetoken;
  } catch (error) {
    if (error instanceof RealtimeError && error.status === 409) return at;
    throw error;
  }
}
