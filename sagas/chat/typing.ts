import { isAnyOf } from '@reduxjs/toolkit';
import { buffers, type Task } from 'redux-saga';
import { peerOf } from '#contract/messaging/channels.ts';
import { type TypingSignal, typingSignalSchema } from '#contract/messaging/messageActions.ts';
import {
  actionChannel,
  call,
  cancel,
  delay,
  fork,
  ports,
  put,
  type Saga,
  select,
  takeEvery,
  takeFrom,
} from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { selectConversation } from '#store/chat/conversationSelectors.ts';
import { messageSubmitted } from '#store/chat/messagesSlice.ts';
import { peerStartedTyping, peerStoppedTyping } from '#store/chat/typingSlice.ts';
import { selectOpenChannel } from '#store/chat/widgetSelectors.ts';
import { conversationClosed } from '#store/chat/widgetSlice.ts';
import { chatDraftKey, draftChanged } from '#store/drafts/draftsSlice.ts';
import type { WireSignal } from '#store/ports/realtime.ts';

/** While the user keeps typing, the signal is repeated after this time. */
const REPEAT_MS = 3_000;
/** Without another signal the peer has stopped typing, or has no connection. */
const EXPIRES_MS = 5_000;

const isTrigger = isAnyOf(draftChanged, messageSubmitted, conversationClosed);

/** Signals to the peer of the open conversation that the user is typing. A lost signal does no harm. */
export function* signalTyping(context: RealtimeContext): Saga {
  const { now } = yield* ports();
  const triggers = yield* actionChannel(
    { match: isTrigger },
    buffers.sliding<ReturnType<typeof draftChanged | typeof messageSubmitted | typeof conversationClosed>>(1),
  );
  let sent = null as { channel: string; at: number } | null;
  try {
    while (true) {
      const action = yield* takeFrom(triggers);
      if (messageSubmitted.match(action)) {
        sent = null; // the peer sees the message itself
        continue;
      }
      const channel = conversationClosed.match(action) ? null : yield* select(selectOpenChannel);
      const isTyping =
        channel !== null &&
        draftChanged.match(action) &&
        action.payload.key === chatDraftKey(channel) &&
        action.payload.text.trim() !== '';
      if (isTyping && (sent?.channel !== channel || now() - sent.at >= REPEAT_MS)) {
        sent = { channel, at: now() };
        yield* fork(sendSignal, context, channel, { typing: true });
      } else if (!isTyping && sent) {
        yield* fork(sendSignal, context, sent.channel, { typing: false });
        sent = null;
      }
    }
  } finally {
    triggers.close();
  }
}

/** Before the first message the peer is not subscribed. */
function* sendSignal({ realtime }: RealtimeContext, channel: string, signal: TypingSignal): Saga {
  if (!(yield* select(selectConversation, channel))?.isMember) return;
  try {
    yield* call(() => realtime.signal(channel, signal));
  } catch {
    // The next key sends it again, and watchConnection finds a lost connection.
  }
}

/** Ignores the signals of the user's other devices. */
export function* receiveSignal({ user }: RealtimeContext, { channel, publisher, message }: WireSignal): Saga {
  const signal = typingSignalSchema.safeParse(message);
  if (!signal.success || publisher === user.uuid || peerOf(channel, user.userId) === null) return;
  yield* put(signal.data.typing ? peerStartedTyping({ channel }) : peerStoppedTyping({ channel }));
}

/** Removes 'is typing' when no further signal arrives. */
export function* expireTyping(): Saga {
  const running = new Map<string, Task>();
  yield takeEvery(
    peerStartedTyping,
    function* ({ payload: { channel } }: ReturnType<typeof peerStartedTyping>): Saga {
      const before = running.get(channel);
      if (before) yield* cancel(before);
      running.set(channel, yield* fork(expire, channel));
    },
  );
}
function* expire(channel: string): Saga {
  yield* delay(EXPIRES_MS);
  yield* put(peerStoppedTyping({ channel }));
}
