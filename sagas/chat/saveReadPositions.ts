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
import { selectUnsavedPositions } from '#store/chat/chatSelectors.ts';
import {
  chatToggled,
  conversationClosed,
  messagesRead,
  pageFocusChanged,
  readPositionSaved,
} from '#store/chat/chatSlice.ts';

/** However fast one reads, a position is saved at most this often. */
const INTERVAL_MS = 1_000;

const reading = [messagesRead] as const;
const leaving = [conversationClosed, pageFocusChanged, chatToggled] as const;
const isOccasion = isAnyOf(...reading, ...leaving);

/** What was read is kept with the service, so that every browser of the person knows it. It only moves forward. */
export function* saveReadPositions(context: RealtimeContext): Saga {
  const occasions = yield* actionChannel({ match: isOccasion }, buffers.sliding(1));
  try {
    while (true) {
      yield* takeFrom(occasions);
      yield* call(saveAll, context);
      yield* race({ waited: delay(INTERVAL_MS), left: takeAny(...leaving) });
    }
  } finally {
    occasions.close();
  }
}

function* saveAll({ realtime, user }: RealtimeContext): Saga {
  for (const { channel, readTimetoken: timetoken } of yield* select(selectUnsavedPositions)) {
    try {
      yield* call(() => realtime.setMembers(channel, [{ uuid: user.uuid, timetoken }]));
      yield* put(readPositionSaved({ channel, timetoken }));
    } catch (error) {
      yield* report(error, `read position of ${channel}`); // still unsaved: the next occasion saves it
    }
  }
}
