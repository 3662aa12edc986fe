import type { Task } from 'redux-saga';
import { buffers } from 'redux-saga';
import type { SessionUser } from '#contract/access/session.ts';
import { actionChannel, call, cancel, fork, type Saga, select, takeFrom } from '#sagas/effects.ts';
import { roomPlaceOf } from '#store/coaching/room/roomPlace.ts';
import { locationChanged, selectLocation } from '#store/navigation/navigationSlice.ts';

/**
 * Opens the notes of the coaching session whose page is shown, and its room if the address says so. It follows
 * navigations, not the state, so time travel opens nothing (decision 0011).
 */
export function* followRooms(user: SessionUser): Saga {
  const changes = yield* actionChannel(locationChanged, buffers.expanding(4));
  let open = null as { sessionId: string; task: Task } | null;
  let place = roomPlaceOf(yield* select(selectLocation));
  try {
    while (true) {
      if (place?.sessionId !== open?.sessionId) {
        if (open) yield* cancel(open.task);
        open = place && {
          sessionId: place.sessionId,
          task: yield* fork(openSession, user, place.sessionId),
        };
      }
      place = roomPlaceOf((yield* takeFrom(changes)).payload.location);
    }
  } finally {
    changes.close();
  }
}

function* openSession(user: SessionUser, sessionId: string): Saga {
  const { runRoom } = yield* call(() => import(/* webpackChunkName: "coaching-room" */ './runRoom.ts'));
  yield* call(runRoom, user, sessionId);
}
