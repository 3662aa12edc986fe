import { isAnyOf } from '@reduxjs/toolkit';
import { buffers, type Task } from 'redux-saga';
import { peerOf } from '#contract/channels.ts';
import { type TypingSignal, typingSignalSchema } from '#contract/chatChanges.ts';
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
import type { WireSignal } from '#sagas/ports.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { selectConversation, selectOpenChannel } from '#store/chat/chatSelectors.ts';
import {
  conversationClosed,
  messageSubmitted,
  peerStoppedTyping,
  peerTyping,
} from '#store/chat/chatSlice.ts';
import { chatDraftKey, draftChanged } from '#store/drafts/draftsSlice.ts';

/** While somebody goes on writing it is said again after this long. */
const SAY_EVERY_MS = 3_000;
/** Whoever is not heard of for this long has stopped, or their connection is gone. */
const EXPIRES_MS = 5_000;

const isOccasion = isAnyOf(draftChanged, messageSubmitted, conversationClosed);

/** Tells the peer of the open conversation that one is writing. A signal that is lost is no loss. */
export function* sayTyping(context: RealtimeContext): Saga {
  const { now } = yield* ports();
  const occasions = yield* actionChannel(
    { match: isOccasion },
    buffers.sliding<ReturnType<typeof draftChanged | typeof messageSubmitted | typeof conversationClosed>>(1),
  );
  let said = null as { channel: string; at: number } | null;
  try {
    while (true) {
      const action = yield* takeFrom(occasions);
      if (messageSubmitted.match(action)) {
        said = null; // the message itself says it
        continue;
      }
      const channel = conversationClosed.match(action) ? null : yield* select(selectOpenChannel);
      const isWriting =
        channel !== null &&
        draftChanged.match(action) &&
        action.payload.key === chatDraftKey(channel) &&
        action.payload.text.trim() !== '';
      if (isWriting && (said?.channel !== channel || now() - said.at >= SAY_EVERY_MS)) {
        said = { channel, at: now() };
        yield* fork(say, context, channel, { typing: true });
      } else if (!isWriting && said) {
        yield* fork(say, context, said.channel, { typing: false });
        said = null;
      }
    }
  } finally {
    occasions.close();
  }
}

/** Nobody listens yet where nobody has written. */
function* say({ realtime }: RealtimeContext, channel: string, signal: TypingSignal): Saga {
  if (!(yield* select(selectConversation, channel))?.isMember) return;
  try {
    yield* call(() => realtime.signal(channel, signal));
  } catch {
    // The next letter says it again; what is away is seen and mended elsewhere.
  }
}

/** From the peer, and not from one's own other devices. */
export function* receiveSignal({ user }: RealtimeContext, { channel, publisher, message }: WireSignal): Saga {
  const signal = typingSignalSchema.safeParse(message);
  if (!signal.success || publisher === user.uuid || peerOf(channel, user.userId) === null) return;
  yield* put(signal.data.typing ? peerTyping({ channel }) : peerStoppedTyping({ channel }));
}

/** What is not said again ends by itself. */
export function* expireTyping(): Saga {
  const running = new Map<string, Task>();
  yield takeEvery(peerTyping, function* ({ payload: { channel } }: ReturnType<typeof peerTyping>): Saga {
    const before = running.get(channel);
    if (before) yield* cancel(before);
    running.set(channel, yield* fork(expire, channel));
  });
}
function* expire(channel: string): Saga {
  yield* delay(EXPIRES_MS);
  yield* put(peerStoppedTyping({ channel }));
}
