import type { Task } from 'redux-saga';
import { checkinChannel } from '#contract/channels.ts';
import { call, cancel, delay, fork, put, type Saga, take, takeLatest } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { report } from '#sagas/report.ts';
import { connected, peopleChanged, peopleListed, presenceAnnounced } from '#store/presence/presenceSlice.ts';

/** Whoever reloads a page leaves and joins again: only who stays away is shown as gone. */
const LEAVE_DEBOUNCE_MS = 10_000;

/** Who is there: asked at each connection, then followed. */
export function* followPresence(context: RealtimeContext): Saga {
  yield takeLatest(connected, listPeople, context);
  const channel = checkinChannel(context.user.tenantId);
  const leaving = new Map<string, Task>();
  while (true) {
    const { payload } = yield* take(presenceAnnounced);
    if (payload.channel !== channel) continue;
    if (payload.isIncomplete) yield* fork(listPeople, context);
    for (const uuid of [...payload.joined, ...payload.left]) {
      const task = leaving.get(uuid);
      if (task) yield* cancel(task);
      leaving.delete(uuid);
    }
    if (payload.joined.length > 0) yield* put(peopleChanged({ joined: payload.joined, left: [] }));
    for (const uuid of payload.left) leaving.set(uuid, yield* fork(leave, uuid));
  }
}

function* leave(uuid: string): Saga {
  yield* delay(LEAVE_DEBOUNCE_MS);
  yield* put(peopleChanged({ joined: [], left: [uuid] }));
}

function* listPeople({ realtime, user }: RealtimeContext): Saga {
  try {
    const uuids = yield* call(() => realtime.hereNow(checkinChannel(user.tenantId)));
    yield* put(peopleListed({ uuids }));
  } catch (error) {
    yield* report(error, 'who is there'); // the next connection asks again
  }
}
