import { buffers } from 'redux-saga';
import {
  checkinChannel,
  notificationChannel,
  parseChannel,
  personCheckinChannel,
} from '#contract/messaging/channels.ts';
import { receiveMembership } from '#sagas/chat/receiveMembership.ts';
import { receiveMessageActions } from '#sagas/chat/receiveMessageActions.ts';
import { receiveSignal } from '#sagas/chat/typing.ts';
import { call, delay, flush, portEvents, ports, put, type Saga, takeFrom } from '#sagas/effects.ts';
import { receiveNotifications } from '#sagas/notifications/receiveNotifications.ts';
import { messagesReceived } from '#store/chat/messagesSlice.ts';
import { connected, connectionEstablished, connectionLost } from '#store/connection/connectionSlice.ts';
import type { RealtimeEvent, WireMessage } from '#store/ports/realtime.ts';
import { presenceAnnounced } from '#store/presence/presenceSlice.ts';
import { catchUp } from './catchUp.ts';
import { advanceCursor, type RealtimeContext } from './context.ts';
import { toIncomingMessages } from './parse.ts';

/** A single event is handled immediately. Events within this time after it become one action and one render. */
const BATCH_MS = 16;
/** Longer during a burst, so that keys are handled between two renders. */
const BURST_MS = 40;

/**
 * Handles all events in order while the session lasts. After a lost connection, missed events are fetched before the next
 * live event is handled.
 */
export function* receive(context: RealtimeContext): Saga {
  const { realtime, user } = context;
  // An expanding buffer, so that no event is lost.
  const events = portEvents<RealtimeEvent>(
    'realtime',
    (emit) => realtime.listen(emit),
    buffers.expanding(64),
  );
  if (context.followsEveryone) realtime.subscribe([checkinChannel(user.tenantId)], { withPresence: true });
  else realtime.subscribe([personCheckinChannel(user.tenantId, user.userId)]);
  // Membership events arrive on the channel named after the user's uuid.
  realtime.subscribe([notificationChannel(user.tenantId, user.userId), user.uuid]);
  const { now } = yield* ports();
  let pause = { from: 0, ms: 0 };
  try {
    while (true) {
      const first = yield* takeFrom(events);
      // A single event sets no timer. Math.max handles a clock that was set back.
      const early = pause.ms - Math.max(0, now() - pause.from);
      if (early > 0) yield* delay(early);
      else yield* call(restOfBatch);
      const batch = [first, ...(yield* flush(events))];
      yield* receiveBatch(context, batch);
      pause = { from: now(), ms: batch.length > 1 ? BURST_MS : BATCH_MS };
    }
  } finally {
    events.close();
  }
}

/** One response from the service emits its events in one task. */
const restOfBatch = () => Promise.resolve();

function* receiveBatch(context: RealtimeContext, batch: RealtimeEvent[]): Saga {
  let messages: WireMessage[] = [];
  for (const event of batch) {
    if (event.kind === 'message') {
      messages.push(event);
      continue;
    }
    yield* receiveMessages(context, messages);
    messages = [];
    switch (event.kind) {
      case 'membership':
        yield* receiveMembership(context, event);
        break;
      case 'action':
        yield* receiveMessageActions(context, [event]);
        break;
      case 'signal':
        yield* receiveSignal(context, event);
        break;
      case 'presence':
        yield* put(presenceAnnounced(event));
        break;
      case 'connected':
        yield* put(connectionEstablished());
        // A second connection always catches up from history, whatever the SDK has kept.
        yield* call(catchUp, context, context.cursor.timetoken);
        if (event.timetoken) advanceCursor(context, event.timetoken);
        yield* put(connected());
        break;
      case 'disconnected':
        yield* put(connectionLost({ isRefused: event.isRefused }));
    }
  }
  yield* receiveMessages(context, messages);
}

/** Chat messages and notifications, by their channel. A separate worker would add a task for each message. */
export function* receiveMessages(context: RealtimeContext, messages: readonly WireMessage[]): Saga {
  const chat: WireMessage[] = [];
  const notifications: WireMessage[] = [];
  for (const message of messages) {
    advanceCursor(context, message.timetoken);
    const kind = parseChannel(message.channel)?.kind;
    if (kind === 'chat') chat.push(message);
    else if (kind === 'notification') notifications.push(message);
  }
  if (chat.length > 0) {
    const incoming = yield* toIncomingMessages(chat, context.user);
    if (incoming.length > 0) yield* put(messagesReceived({ messages: incoming }));
  }
  if (notifications.length > 0) yield* receiveNotifications(notifications);
}
