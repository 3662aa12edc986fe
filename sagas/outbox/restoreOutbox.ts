import { buffers, eventChannel } from 'redux-saga';
import { peerOf } from '#contract/channels.ts';
import type { SessionUser } from '#contract/session.ts';
import { ports, put, type Saga, takeFrom } from '#sagas/effects.ts';
import type { OutboxEntry, OutboxLetter } from '#sagas/ports.ts';
import { changesRestored, outboxRestored } from '#store/chat/chatSlice.ts';
import type { PendingChange } from '#store/chat/chatState.ts';

/** What was written before a reload, or in a tab that is gone, for as long as the session lasts. */
export function* restoreOutbox(user: SessionUser, owner: string): Saga {
  const { outbox } = yield* ports();
  const found = eventChannel<{ entries: OutboxEntry[] }>(
    (emit) => outbox.adopt(owner, (entries) => emit({ entries })),
    buffers.expanding(4),
  );
  try {
    while (true) {
      const { entries } = yield* takeFrom(found);
      const written: OutboxLetter[] = [];
      const changes: PendingChange[] = [];
      for (const entry of entries) {
        if ('change' in entry) changes.push(entry);
        else written.push(entry);
      }
      const letters = written.flatMap((letter) =>
        letterTo(peerOf(letter.channel, user.userId), letter, user),
      );
      if (letters.length > 0) yield* put(outboxRestored({ letters }));
      if (changes.length > 0) yield* put(changesRestored({ changes }));
    }
  } finally {
    found.close();
  }
}

const letterTo = (
  peerId: number | null,
  { id, channel, details, timestamp, hasFailed }: OutboxLetter,
  { userId: publisherId }: SessionUser,
) => {
  if (peerId === null) return [];
  const status = hasFailed ? ('failed' as const) : ('sending' as const);
  return [{ peerId, post: { id, channel, publisherId, details, timestamp, timetoken: null, status } }];
};
