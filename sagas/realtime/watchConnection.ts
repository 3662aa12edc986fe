import {
  call,
  delay,
  fork,
  ports,
  put,
  race,
  type Saga,
  select,
  takeEvery,
  takeFrom,
  takeLeading,
} from '#sagas/effects.ts';
import { pageChannel } from '#sagas/page/pageChannel.ts';
import { messageSent } from '#store/chat/messagesSlice.ts';
import { connectionDoubted, connectionLost, selectConnection } from '#store/connection/connectionSlice.ts';
import { isLater } from '#store/messaging/timetoken.ts';
import type { RealtimeContext } from './context.ts';
import { RealtimeError } from './realtimeError.ts';

const INTERVAL_MS = 10_000;
/** Browsers run timers of hidden pages once a minute. A longer gap means that the computer was asleep. */
const SLEPT_MS = 90_000;
const ANSWER_MS = 5_000;
/** A sent message is echoed. Without an echo in this time, the connection delivers nothing. */
const ECHO_MS = 5_000;

/**
 * Detects a lost connection, which the SDK does not report, by the browser's network events, calls without an answer,
 * missing echoes, and the time the computer was asleep. keepConnected then reconnects.
 */
export function* watchConnection(context: RealtimeContext): Saga {
  yield takeLeading(connectionDoubted, probe, context);
  yield takeEvery(messageSent, expectEcho, context);
  yield* fork(watchClock, context);
  yield* call(watchNetwork, context);
}

function* reportLost(): Saga {
  const { phase } = yield* select(selectConnection);
  if (phase === 'connected') yield* put(connectionLost({ isRefused: false }));
}

/** Any response proves that the service can be reached, even an error. */
function* probe({ realtime }: RealtimeContext): Saga {
  try {
    const { late } = yield* race({ answered: call(() => realtime.probe()), late: delay(ANSWER_MS) });
    if (late) yield* reportLost();
  } catch (error) {
    if (!(error instanceof RealtimeError) || error.status === null) yield* reportLost();
  }
}

function* expectEcho({ cursor }: RealtimeContext, { payload }: ReturnType<typeof messageSent>): Saga {
  yield* delay(ECHO_MS);
  if (cursor.timetoken === null || isLater(payload.timetoken, cursor.timetoken)) yield* reportLost();
}

function* watchClock(context: RealtimeContext): Saga {
  const { now, page } = yield* ports();
  for (let before = now(); ; before = now()) {
    yield* delay(INTERVAL_MS);
    if (now() - before > SLEPT_MS) yield* reportLost();
    else if (page.isVisible()) yield* call(probe, context);
  }
}

function* watchNetwork(context: RealtimeContext): Saga {
  const events = yield* call(pageChannel);
  try {
    while (true) {
      const { kind } = yield* takeFrom(events);
      // Open requests belong to the previous network.
      if (kind === 'offline' || kind === 'online') yield* reportLost();
      else if (kind === 'visible') yield* fork(probe, context);
    }
  } finally {
    events.close();
  }
}
