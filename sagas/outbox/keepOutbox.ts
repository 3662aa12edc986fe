import { isAnyOf } from '@reduxjs/toolkit';
import { buffers, eventChannel } from 'redux-saga';
import { peerOf } from '#contract/channels.ts';
import type { SessionUser } from '#contract/session.ts';
import { actionChannel, call, fork, ports, put, type Saga, select, takeFrom } from '#sagas/effects.ts';
import type { OutboxEntry } from '#sagas/ports.ts';
import { selectPost } from '#store/chat/chatSelectors.ts';
import {
  historyLoaded,
  messageFailed,
  messageRetried,
  messageSent,
  messageSubmitted,
  messagesReceived,
  outboxRestored,
} from '#store/chat/chatSlice.ts';

const isWritten = isAnyOf(messageSubmitted, messageRetried, messageFailed);
const isSettling = isAnyOf(messageSent, messagesReceived, historyLoaded);
const isNews = isAnyOf(isWritten, isSettling);

export const outboxOwner = ({ tenantId, userId }: Pick<SessionUser, 'tenantId' | 'userId'>) =>
  `T${tenantId}_U${userId}`;

/**
 * What is written is kept in the browser until the service has it: by its answer, its echo or its history. What nobody is
 * sending any more (a reload, a crash, a closed tab) comes back here and goes out in its order.
 */
export function* keepOutbox(user: SessionUser): Saga {
  const { outbox } = yield* ports();
  const owner = outboxOwner(user);
  /** Kept entries of this tab by id, with their channel. */
  const kept = new Map<string, string>();
  const news = yield* actionChannel({ match: isNews }, buffers.expanding(16));
  yield* fork(restore, user, kept);
  try {
    while (true) {
      const action = yield* takeFrom(news);
      if (isWritten(action)) {
        const { channel, id } = action.payload;
        const entry = yield* call(entryOf, channel, id);
        if (!entry) continue;
        kept.set(id, channel);
        yield* call(() => outbox.put(owner, entry));
      } else
        for (const [id, channel] of kept) {
          if ((yield* select(selectPost, channel, id))?.status !== 'sent') continue;
          kept.delete(id);
          yield* call(() => outbox.remove(id));
        }
    }
  } finally {
    news.close();
  }
}

function* entryOf(channel: string, id: string): Saga<OutboxEntry | null> {
  const post = yield* select(selectPost, channel, id);
  if (!post || post.timetoken !== null) return null;
  const { details, timestamp, status } = post;
  return { id, channel, details, timestamp, hasFailed: status === 'failed' };
}

function* restore(user: SessionUser, kept: Map<string, string>): Saga {
  const { outbox } = yield* ports();
  const found = eventChannel<{ entries: OutboxEntry[] }>(
    (emit) => outbox.adopt(outboxOwner(user), (entries) => emit({ entries })),
    buffers.expanding(4),
  );
  try {
    while (true) {
      const { entries } = yield* takeFrom(found);
      for (const { id, channel } of entries) kept.set(id, channel);
      const letters = entries.flatMap(({ id, channel, details, timestamp, hasFailed }) => {
        const peerId = peerOf(channel, user.userId);
        if (peerId === null) return [];
        const status = hasFailed ? ('failed' as const) : ('sending' as const);
        const publisherId = user.userId;
        return [{ peerId, post: { id, channel, publisherId, details, timestamp, timetoken: null, status } }];
      });
      yield* put(outboxRestored({ letters }));
    }
  } finally {
    found.close();
  }
}
