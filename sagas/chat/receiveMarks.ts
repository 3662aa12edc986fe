import { peerOf } from '#contract/channels.ts';
import { changeOf } from '#contract/chatChanges.ts';
import type { SessionUser } from '#contract/session.ts';
import { ports, put, type Saga, select } from '#sagas/effects.ts';
import type { WireAction } from '#sagas/ports.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { reportUnreadable } from '#sagas/realtime/unreadable.ts';
import { marksReceived } from '#store/chat/chatSlice.ts';
import { type Mark, unreadableEdit } from '#store/chat/marks.ts';
import { selectDirectory } from '#store/people/directory.ts';

/** What somebody says about a message, live. */
export function* receiveMarks({ user }: RealtimeContext, wires: readonly WireAction[]): Saga {
  const marks = yield* toMarks(wires, user);
  if (marks.length > 0) yield* put(marksReceived({ marks }));
}

/** The edge parses: what breaks the contract is reported and skipped, what another client may say besides is not ours. */
export function* toMarks(wires: readonly WireAction[], user: SessionUser): Saga<Mark[]> {
  const { reportError } = yield* ports();
  const { byUuid } = yield* select(selectDirectory);
  const marks: Mark[] = [];
  for (const { channel, messageTimetoken, actionTimetoken, publisher, type, value, unreadable } of wires) {
    const peerId = peerOf(channel, user.userId);
    if (peerId === null) continue;
    try {
      if (unreadable) yield* reportUnreadable(channel, unreadable);
      const change = unreadable ? unreadableEdit : changeOf({ type, value });
      const actorId = publisher === user.uuid ? user.userId : (byUuid.get(publisher)?.userId ?? peerId);
      if (change) marks.push({ channel, messageTimetoken, actionTimetoken, actorId, change });
    } catch (error) {
      reportError(error, `message action on ${channel}`);
    }
  }
  return marks;
}
