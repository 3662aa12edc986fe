import { isAnyOf } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import type { SessionUser } from '#contract/session.ts';
import { actionChannel, call, fork, ports, type Saga, select, takeFrom } from '#sagas/effects.ts';
import { restoreOutbox } from '#sagas/outbox/restoreOutbox.ts';
import type { OutboxLetter } from '#sagas/ports.ts';
import { selectChange, selectPost } from '#store/chat/chatSelectors.ts';
import {
  historyLoaded,
  messageChanged,
  messageChangeFailed,
  messageChangeGivenUp,
  messageChangeRetried,
  messageChangeSaved,
  messageFailed,
  messageRetried,
  messageSent,
  messageSubmitted,
  messagesReceived,
  outboxRestored,
} from '#store/chat/chatSlice.ts';

const isWritten = isAnyOf(messageSubmitted, messageRetried, messageFailed);
const isSettling = isAnyOf(messageSent, messagesReceived, historyLoaded);
const isChange = isAnyOf(messageChanged, messageChangeRetried, messageChangeFailed);
const isChangeOver = isAnyOf(messageChangeSaved, messageChangeGivenUp);
const isNews = isAnyOf(isWritten, isSettling, isChange, isChangeOver, outboxRestored);

export const outboxOwner = ({ tenantId, userId }: Pick<SessionUser, 'tenantId' | 'userId'>) =>
  `T${tenantId}_U${userId}`;

/**
 * What is written is kept in the browser until the service has it: by its answer, its echo or its history. What nobody is
 * sending any more (a reload, a crash, a closed tab) comes back here and goes out in its order.
 */
export function* keepOutbox(user: SessionUser): Saga {
  const { outbox } = yield* ports();
  const owner = outboxOwner(user);
  /** Kept messages of this tab by id, with their channel. */
  const kept = new Map<string, string>();
  const news = yield* actionChannel({ match: isNews }, buffers.expanding(16));
  yield* fork(restoreOutbox, user, owner);
  try {
    while (true) {
      const action = yield* takeFrom(news);
      if (isWritten(action)) {
        const { channel, id } = action.payload;
        const letter = yield* call(letterOf, channel, id);
        if (!letter) continue;
        kept.set(id, channel);
        yield* call(() => outbox.put(owner, letter));
      } else if (isChange(action)) {
        const change = yield* select(selectChange, action.payload.id);
        if (change) yield* call(() => outbox.put(owner, change));
      } else if (isChangeOver(action)) yield* call(() => outbox.remove(action.payload.id));
      else if (outboxRestored.match(action))
        for (const { post } of action.payload.letters) kept.set(post.id, post.channel);
      else
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

function* letterOf(channel: string, id: string): Saga<OutboxLetter | null> {
  const post = yield* select(selectPost, channel, id);
  if (!post || post.timetoken !== null) return null;
  const { details, timestamp, status } = post;
  return { id, channel, details, timestamp, hasFailed: status === 'failed' };
}
