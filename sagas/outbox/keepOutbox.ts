import { isAnyOf } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import type { SessionUser } from '#contract/access/session.ts';
import { actionChannel, call, fork, ports, type Saga, select, takeFrom } from '#sagas/effects.ts';
import { selectPendingMessageAction } from '#store/chat/messageActionSelectors.ts';
import {
  messageActionDiscarded,
  messageActionFailed,
  messageActionRetried,
  messageActionSaved,
  messageActionSubmitted,
} from '#store/chat/messageActionsSlice.ts';
import { selectMessage } from '#store/chat/messageSelectors.ts';
import {
  historyLoaded,
  messageFailed,
  messageRetried,
  messageSent,
  messageSubmitted,
  messagesReceived,
  outboxRestored,
} from '#store/chat/messagesSlice.ts';
import type { OutboxMessage } from '#store/ports/outbox.ts';
import { outboxOwner } from './outboxOwner.ts';
import { restoreOutbox } from './restoreOutbox.ts';

const isPendingMessage = isAnyOf(messageSubmitted, messageRetried, messageFailed);
const mayHaveSent = isAnyOf(messageSent, messagesReceived, historyLoaded);
const isPendingAction = isAnyOf(messageActionSubmitted, messageActionRetried, messageActionFailed);
const isActionOver = isAnyOf(messageActionSaved, messageActionDiscarded);
const isTrigger = isAnyOf(isPendingMessage, mayHaveSent, isPendingAction, isActionOver, outboxRestored);

/**
 * Stores pending messages and message actions in the browser until a response, an echo or the history shows that the
 * service has them. Entries of closed tabs are restored and sent. See docs/decisions/0017-outbox-in-the-browser.md.
 */
export function* keepOutbox(user: SessionUser): Saga {
  const { outbox } = yield* ports();
  const owner = outboxOwner(user);
  /** Stored messages of this tab: id → channel. */
  const stored = new Map<string, string>();
  const triggers = yield* actionChannel({ match: isTrigger }, buffers.expanding(16));
  yield* fork(restoreOutbox, user, owner);
  try {
    while (true) {
      const action = yield* takeFrom(triggers);
      if (isPendingMessage(action)) {
        const { channel, id } = action.payload;
        const message = yield* call(toOutboxMessage, channel, id);
        if (!message) continue;
        stored.set(id, channel);
        yield* call(() => outbox.put(owner, message));
      } else if (isPendingAction(action)) {
        const pending = yield* select(selectPendingMessageAction, action.payload.id);
        if (pending) yield* call(() => outbox.put(owner, pending));
      } else if (isActionOver(action)) yield* call(() => outbox.remove(action.payload.id));
      else if (outboxRestored.match(action))
        for (const { message } of action.payload.messages) stored.set(message.id, message.channel);
      else
        for (const [id, channel] of stored) {
          if ((yield* select(selectMessage, channel, id))?.status !== 'sent') continue;
          stored.delete(id);
          yield* call(() => outbox.remove(id));
        }
    }
  } finally {
    triggers.close();
  }
}

function* toOutboxMessage(channel: string, id: string): Saga<OutboxMessage | null> {
  const message = yield* select(selectMessage, channel, id);
  if (!message || message.timetoken !== null) return null;
  const { details, timestamp, status } = message;
  return { id, channel, details, timestamp, hasFailed: status !== 'sending' };
}
