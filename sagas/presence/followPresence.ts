import { type Action, isAnyOf } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import { checkinChannel } from '#contract/messaging/channels.ts';
import {
  actionChannel,
  delay,
  fork,
  ports,
  put,
  race,
  type Saga,
  select,
  takeFrom,
  takeLatest,
  takeLeading,
} from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { connected } from '#store/connection/connectionSlice.ts';
import {
  peopleChanged,
  peopleListed,
  presenceAnnounced,
  selectOnline,
} from '#store/presence/presenceSlice.ts';
import { fadePresence } from './fadePresence.ts';
import { listPeople, listPeopleAgain } from './listPeople.ts';

/** A reload leaves and joins again, so people are shown as offline only after this time. */
const LEAVE_DEBOUNCE_MS = 10_000;
/** After a lost connection others reconnect too, so people missing from the list get this time. */
const RETURN_GRACE_MS = 20_000;
/** People who leave within this time are reported in one action. */
const BATCH_MS = 250;

/** When to report each person who left, unless they return earlier: uuid → milliseconds. */
type Leaving = Map<string, number>;
const isPresenceEvent = { match: isAnyOf(presenceAnnounced, peopleListed) };
const isIncomplete = (action: Action) => presenceAnnounced.match(action) && action.payload.isIncomplete;

/** Who is online: loaded after each connection, then updated by the events of the check-in channel. */
export function* followPresence(context: RealtimeContext): Saga {
  const channel = checkinChannel(context.user.tenantId);
  const leaving: Leaving = new Map();
  const announced = yield* actionChannel(
    isPresenceEvent,
    buffers.expanding<ReturnType<typeof presenceAnnounced> | ReturnType<typeof peopleListed>>(16),
  );
  yield takeLatest(connected, listPeople, context);
  yield takeLeading(isIncomplete, listPeopleAgain, context);
  yield* fork(fadePresence);
  try {
    while (true) {
      const { event } =
        leaving.size === 0
          ? { event: yield* takeFrom(announced) }
          : yield* race({ event: takeFrom(announced), due: untilDue(leaving) });
      if (!event) yield* reportLeft(leaving);
      else if (peopleListed.match(event)) yield* compare(leaving, event.payload.uuids);
      else if (event.payload.channel === channel) yield* follow(leaving, event.payload);
    }
  } finally {
    announced.close();
  }
}

function* follow(leaving: Leaving, { joined, left }: ReturnType<typeof presenceAnnounced>['payload']): Saga {
  const online = yield* select(selectOnline);
  for (const uuid of joined) leaving.delete(uuid);
  yield* scheduleLeft(leaving, left, LEAVE_DEBOUNCE_MS);
  const arrived = joined.filter((uuid) => !online[uuid]);
  if (arrived.length > 0) yield* put(peopleChanged({ joined: arrived, left: [] }));
}

/** People who are missing from the list left without an event, or are about to reconnect. */
function* compare(leaving: Leaving, uuids: string[]): Saga {
  const listed = new Set(uuids);
  for (const uuid of uuids) leaving.delete(uuid);
  const missing = Object.keys(yield* select(selectOnline)).filter((uuid) => !listed.has(uuid));
  yield* scheduleLeft(
    leaving,
    missing.filter((uuid) => !leaving.has(uuid)),
    RETURN_GRACE_MS,
  );
}

function* scheduleLeft(leaving: Leaving, uuids: readonly string[], graceMs: number): Saga {
  const { now } = yield* ports();
  const at = Math.ceil((now() + graceMs) / BATCH_MS) * BATCH_MS;
  const online = yield* select(selectOnline);
  for (const uuid of uuids) if (online[uuid]) leaving.set(uuid, at);
}

function* untilDue(leaving: Leaving): Saga<true> {
  const { now } = yield* ports();
  return yield* delay(Math.max(0, Math.min(...leaving.values()) - now()));
}

function* reportLeft(leaving: Leaving): Saga {
  const { now } = yield* ports();
  const left = Array.from(leaving).flatMap(([uuid, at]) => (at <= now() ? [uuid] : []));
  for (const uuid of left) leaving.delete(uuid);
  if (left.length > 0) yield* put(peopleChanged({ joined: [], left }));
}
