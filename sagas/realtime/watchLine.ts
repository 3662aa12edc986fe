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
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { RealtimeError } from '#sagas/realtime/realtimeError.ts';
import { messageSent } from '#store/chat/chatSlice.ts';
import { isLater } from '#store/messaging/timetoken.ts';
import { connectionDoubted, connectionLost, selectConnection } from '#store/presence/presenceSlice.ts';

const EVERY_MS = 10_000;
/** The browser lets a hidden page's timers run once a minute; later than that the machine has slept. */
const SLEPT_MS = 90_000;
const ANSWER_MS = 5_000;
/** What we have sent comes back to us; on a line that stays silent for so long nothing comes at all. */
const ECHO_MS = 5_000;

/**
 * The SDK is silent while it waits, and so is a connection that died without a word. So the line is judged by what can be
 * seen: the browser's own word about the network, short calls without an answer, a message of ours that does not come
 * back, and the time that passed while the machine slept. Whoever doubts says so; keepConnected begins anew.
 */
export function* watchLine(context: RealtimeContext): Saga {
  yield takeLeading(connectionDoubted, probe, context);
  yield takeEvery(messageSent, expectEcho, context);
  yield* fork(watchClock, context);
  yield* call(watchNetwork, context);
}

function* lose(): Saga {
  const { phase } = yield* select(selectConnection);
  if (phase === 'connected') yield* put(connectionLost({ isRefused: false }));
}

/** Any answer will do: a service that refuses or is in trouble can at least be reached. */
function* probe({ realtime }: RealtimeContext): Saga {
  try {
    const { late } = yield* race({ answered: call(() => realtime.probe()), late: delay(ANSWER_MS) });
    if (late) yield* lose();
  } catch (error) {
    if (!(error instanceof RealtimeError) || error.status === null) yield* lose();
  }
}

function* expectEcho({ heard }: RealtimeContext, { payload }: ReturnType<typeof messageSent>): Saga {
  yield* delay(ECHO_MS);
  if (heard.upTo === null || isLater(payload.timetoken, heard.upTo)) yield* lose();
}

function* watchClock(context: RealtimeContext): Saga {
  const { now, page } = yield* ports();
  for (let before = now(); ; before = now()) {
    yield* delay(EVERY_MS);
    if (now() - before > SLEPT_MS) yield* lose();
    else if (page.isVisible()) yield* call(probe, context);
  }
}

function* watchNetwork(context: RealtimeContext): Saga {
  const events = yield* call(pageChannel);
  try {
    while (true) {
      const { kind } = yield* takeFrom(events);
      // What was open before a change of network belongs to the old one.
      if (kind === 'offline' || kind === 'online') yield* lose();
      else if (kind === 'visible') yield* fork(probe, context);
    }
  } finally {
    events.close();
  }
}
