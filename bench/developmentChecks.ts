import { configureStore, type Middleware } from '@reduxjs/toolkit';
import { type Figures, quantile } from '#bench/support/figures.ts';
import type { IncomingMessage, SentMessage } from '#store/chat/message.ts';
import { messagesReceived } from '#store/chat/messagesSlice.ts';
import { createActionLog } from '#store/devtools/actionLog.ts';
import { createTravelGuard } from '#store/devtools/travelGuard.ts';
import { type RootState, rootReducer } from '#store/rootReducer.ts';

const CHANNEL = 'chat_T1_U1.U2';
const HELD = 2_000;
const ROUNDS = 200;

function incoming(index: number): IncomingMessage {
  const timestamp = 1_700_000_000_000 + index;
  const message: SentMessage = {
    id: `bench-message-${index}`,
    channel: CHANNEL,
    publisherId: 2,
    details: `Message ${index}`,
    timestamp,
    timetoken: `${timestamp}0000`,
    status: 'sent',
  };
  return { message, isOwn: false, peerId: 2, peerName: null };
}
const received = (from: number, count: number) =>
  messagesReceived({ messages: Array.from({ length: count }, (_, index) => incoming(from + index)) });

/** Milliseconds of one action on a store that holds a long conversation. */
function perAction(middleware: Middleware[], hasChecks: boolean): number {
  const store = configureStore({
    reducer: rootReducer,
    devTools: false,
    middleware: (getDefault) =>
      getDefault({
        immutableCheck: hasChecks && { warnAfter: 10_000 },
        serializableCheck: hasChecks && { warnAfter: 10_000 },
      }).concat(middleware as Middleware<unknown, RootState>[]),
  });
  store.dispatch(received(0, HELD));
  const took = Array.from({ length: ROUNDS }, (_, round) => {
    const startedAt = performance.now();
    store.dispatch(received(HELD + round, 1));
    return performance.now() - startedAt;
  });
  return quantile(took, 0.5);
}

export async function measureDevelopmentChecks(): Promise<Figures> {
  const log = createActionLog({ size: 500, now: () => 0 });
  const bare = perAction([], false);
  return {
    title: 'Cost of logging and development checks (one message in a conversation of 2,000, median)',
    method:
      'The same action on the same state in one process. Production runs the store with the log; the other checks run in development and tests.',
    rows: [
      {
        what: 'with the log for error reports (production)',
        ours: perAction([log.middleware], false),
        reference: bare,
        referenceName: 'bare store',
        unit: 'ms',
      },
      {
        what: 'with the time travel guard and the log',
        ours: perAction([createTravelGuard().middleware, log.middleware], false),
        reference: bare,
        referenceName: 'bare store',
        unit: 'ms',
      },
      {
        what: 'with immutability and serializability checks',
        ours: perAction([], true),
        reference: bare,
        referenceName: 'bare store',
        unit: 'ms',
      },
    ],
  };
}
