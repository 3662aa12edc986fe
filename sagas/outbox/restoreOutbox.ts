import { buffers } from 'redux-saga';
import type { SessionUser } from '#contract/access/session.ts';
import { peerOf } from '#contract/messaging/channels.ts';
import { portEvents, ports, put, type Saga, takeFrom } from '#sagas/effects.ts';
import { messageActionsRestored, type PendingMessageAction } from '#store/chat/messageActionsSlice.ts';
import { outboxRestored } from '#store/chat/messagesSlice.ts';
import { type QueuedCall, queuedCallsRestored } from '#store/offline/queuedCallsSlice.ts';
import type { OutboxEntry, OutboxMessage } from '#store/ports/outbox.ts';

/** Restores entries from before a reload, and entries of other tabs when those tabs close. */
export function* restoreOutbox(user: SessionUser, owner: string): Saga {
  const { outbox } = yield* ports();
  const adopted = portEvents<{ entries: OutboxEntry[] }>(
    'outbox',
    (emit) => outbox.adopt(owner, (entries) => emit({ entries })),
    buffers.expanding(4),
  );
  try {
    while (true) {
      const { entries } = yield* takeFrom(adopted);
      const stored: OutboxMessage[] = [];
      const messageActions: PendingMessageAction[] = [];
      const calls: QueuedCall[] = [];
      for (const entry of entries) {
        if ('change' in entry) messageActions.push(entry);
        else if ('endpoint' in entry) calls.push(entry);
        else stored.push(entry);
      }
      const messages = stored.flatMap((message) => toPendingMessage(message, user));
      if (messages.length > 0) yield* put(outboxRestored({ messages }));
      if (calls.length > 0) yield* put(queuedCallsRestored({ calls }));
      if (messageActions.length > 0) yield* put(messageActionsRestored({ messageActions }));
    }
  } finally {
    adopted.close();
  }
}

function toPendingMessage(
  { id, channel, details, timestamp, hasFailed }: OutboxMessage,
  { userId }: SessionUser,
) {
  const peerId = peerOf(channel, userId);
  if (peerId === null) return [];
  const status = hasFailed ? ('failed' as const) : ('sending' as const);
  const message = { id, channel, publisherId: userId, details, timestamp, timetoken: null, status };
  return [{ peerId, message }];
}
