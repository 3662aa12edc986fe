import { buffers, eventChannel } from 'redux-saga';
import { checkinChannel, notificationChannel, parseChannel } from '#contract/channels.ts';
import { receiveMarks } from '#sagas/chat/receiveMarks.ts';
import { receiveMembership } from '#sagas/chat/receiveMembership.ts';
import { receiveSignal } from '#sagas/chat/typing.ts';
import { call, delay, flush, ports, put, type Saga, takeFrom } from '#sagas/effects.ts';
import { receiveNotifications } from '#sagas/notifications/receiveNotifications.ts';
import type { RealtimeEvent, WireMessage } from '#sagas/ports.ts';
import { catchUp } from '#sagas/realtime/catchUp.ts';
import { hear, type RealtimeContext } from '#sagas/realtime/context.ts';
import { toArrivals } from '#sagas/realtime/parse.ts';
import { messagesReceived } from '#store/chat/chatSlice.ts';
import {
  connected,
  connectionFound,
  connectionLost,
  presenceAnnounced,
} from '#store/presence/presenceSlice.ts';

/** What comes alone is not kept waiting; what comes within this time after it is one action and one render. */
const BATCH_MS = 16;
/** While many come at once a little longer, so that a person who types meanwhile is served between two renders. */
const BURST_MS = 40;

/**
 * Everything that comes in, in the order in which it came, for as long as the session lasts. After a loss what was missed
 * is fetched before the next live event is looked at.
 */
export function* receive(context: RealtimeContext): Saga {
  const { realtime, user } = context;
  // The buffer grows: a message that is lost is worse than memory.
  const events = eventChannel<RealtimeEvent>((emit) => realtime.listen(emit), buffers.expanding(64));
  realtime.subscribe([checkinChannel(user.tenantId)], { withPresence: true });
  // Membership events come on the channel that is named after the person.
  realtime.subscribe([notificationChannel(user.tenantId, user.userId), user.uuid]);
  const { now } = yield* ports();
  let quiet = { from: 0, ms: 0 };
  try {
    while (true) {
      const first = yield* takeFrom(events);
      // Only what comes too early waits: a message that comes alone sets no timer. A clock that was set back is no matter.
      const early = quiet.ms - Math.max(0, now() - quiet.from);
      if (early > 0) yield* delay(early);
      else yield* call(restOfAnswer);
      const batch = [first, ...(yield* flush(events))];
      yield* receiveBatch(context, batch);
      quiet = { from: now(), ms: batch.length > 1 ? BURST_MS : BATCH_MS };
    }
  } finally {
    events.close();
  }
}

/** One answer of the service brings its events one after the other, without a break. */
const restOfAnswer = () => Promise.resolve();

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
        yield* receiveMarks(context, [event]);
        break;
      case 'signal':
        yield* receiveSignal(context, event);
        break;
      case 'presence':
        yield* put(presenceAnnounced(event));
        break;
      case 'connected':
        yield* put(connectionFound());
        // Whatever the line says of its own memory: from the second time on the service's history is asked.
        if (context.heard.upTo !== null) yield* call(catchUp, context, context.heard.upTo);
        if (event.timetoken) hear(context, event.timetoken);
        yield* put(connected());
        break;
      case 'disconnected':
        yield* put(connectionLost({ isRefused: event.isRefused }));
    }
  }
  yield* receiveMessages(context, messages);
}

/** Chat and notifications by the channel they came on. No worker of its own: each would be a task for every message. */
export function* receiveMessages(context: RealtimeContext, messages: readonly WireMessage[]): Saga {
  const chat: WireMessage[] = [];
  const notifications: WireMessage[] = [];
  for (const message of messages) {
    hear(context, message.timetoken);
    const kind = parseChannel(message.channel)?.kind;
    if (kind === 'chat') chat.push(message);
    else if (kind === 'notification') notifications.push(message);
  }
  if (chat.length > 0) {
    const arrivals = yield* toArrivals(chat, context.user);
    if (arrivals.length > 0) yield* put(messagesReceived({ arrivals }));
  }
  if (notifications.length > 0) yield* receiveNotifications(notifications);
}
