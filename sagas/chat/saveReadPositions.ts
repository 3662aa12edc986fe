import { isAnyOf } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import {
  actionChannel,
  call,
  delay,
  put,
  race,
  type Saga,
  select,
  takeAny,
  takeFrom,
} from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { report } from '#sagas/report.ts';
import { selectUnsavedPositions } from '#store/chat/conversationSelectors.ts';
import { messagesRead, readPositionSaved } from '#store/chat/conversationsSlice.ts';
import { conversationLeft, pageFocusChanged } from '#store/chat/widgetSlice.ts';

/** The shortest time between 2 saves of a position. */
const INTERVAL_MS = 1_000;

const isLeaving = isAnyOf(conversationLeft, pageFocusChanged);
const isTrigger = isAnyOf(messagesRead, isLeaving);

/** Saves read positions to the service, so that every browser of the user has them. */
export function* saveReadPositions(context: RealtimeContext): Saga {
  const triggers = yield* actionChannel({ match: isTrigger }, buffers.sliding(1));
  try {
    while (true) {
      yield* takeFrom(triggers);
      yield* call(saveAll, context);
      yield* race({ waited: delay(INTERVAL_MS), left: takeAny({ match: isLeaving }) });
    }
  } finally {
    triggers.close();
  }
}

function* saveAll({ realtime }: RealtimeContext): Saga {
  for (const { channel, readTimetoken: timetoken } of yield* select(selectUnsavedPositions)) {
    try {
      yield* call(() => realtime.setOwnPosition(channel, timetoken));
      yield* put(readPositionSaved({ channel, timetoken }));
    } catch (error) {
      yield* report(error, `read position of ${channel}`); // saved with the next trigger
    }
  }
}
