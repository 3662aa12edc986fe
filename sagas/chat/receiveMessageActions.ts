import type { SessionUser } from '#contract/access/session.ts';
import { peerOf } from '#contract/messaging/channels.ts';
import { decodeMessageAction } from '#contract/messaging/messageActions.ts';
import { ports, put, type Saga, select } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { reportUnreadable } from '#sagas/realtime/unreadable.ts';
import { type IncomingMessageAction, unreadableEdit } from '#store/chat/messageActions.ts';
import { messageActionsReceived } from '#store/chat/messageActionsSlice.ts';
import { selectDirectory } from '#store/people/directory.ts';
import type { WireAction } from '#store/ports/realtime.ts';

export function* receiveMessageActions({ user }: RealtimeContext, wires: readonly WireAction[]): Saga {
  const messageActions = yield* toMessageActions(wires, user);
  if (messageActions.length > 0) yield* put(messageActionsReceived({ messageActions }));
}

/** Reports and skips message actions that do not parse, and ignores other types of actions. */
export function* toMessageActions(
  wires: readonly WireAction[],
  user: SessionUser,
): Saga<IncomingMessageAction[]> {
  const { reportError } = yield* ports();
  const { byUuid } = yield* select(selectDirectory);
  const messageActions: IncomingMessageAction[] = [];
  for (const { channel, messageTimetoken, actionTimetoken, publisher, type, value, unreadable } of wires) {
    const peerId = peerOf(channel, user.userId);
    if (peerId === null) continue;
    try {
      if (unreadable) yield* reportUnreadable(channel, unreadable);
      const change = unreadable ? unreadableEdit : decodeMessageAction({ type, value });
      const actorId = publisher === user.uuid ? user.userId : (byUuid.get(publisher)?.userId ?? peerId);
      if (change) messageActions.push({ channel, messageTimetoken, actionTimetoken, actorId, change });
    } catch (error) {
      reportError(error, `message action on ${channel}`);
    }
  }
  return messageActions;
}
