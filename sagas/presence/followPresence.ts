import { type Action, isAnyOf } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import { checkinChannel, personCheckinChannel } from '#contract/messaging/channels.ts';
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
import { selectDirectory } from '#store/people/directory.ts';
import {
  peopleChanged,
  peopleFollowed,
  peopleListed,
  presenceAnnounced,
  selectFollowed,
  selectOnline,
} from '#store/presence/presenceSlice.ts';
import { fadePresence } from './fadePresence.ts';
import { followPeople } from './followPeople.ts';
import { listPeople, listPeopleAgain } from './listPeople.ts';

/** A reload leaves and joins again, so people are shown as offline only after this time. */
const LEAVE_DEBOUNCE_MS = 10_000;
/** After a lost connection other clients reconnect too, so people missing from the list get this much time. */
const RETURN_GRACE_MS = 20_000;
/** People who leave within this time are reported in one action. */
const BATCH_MS = 250;

/** When to report each person who left, unless they return earlier: uuid → milliseconds. */
type Leaving = Map<string, number>;
/** The list is due after a connection, and when more people are followed. */
const isListDue = isAnyOf(connected, peopleFollowed);
const isPresenceEvent = { match: isAnyOf(presenceAnnounced, peopleListed) };
const isIncomplete = (action: Action) => presenceAnnounced.match(action) && action.payload.isIncomplete;

/** Who is online: loaded after each connection, then updated by the events of the check-in channel. */
export function* followPresence(context: RealtimeContext): Saga {
  const leaving: Leaving = new Map();
  const announced = yield* actionChannel(
    isPresenceEvent,
    buffers.expanding<ReturnType<typeof presenceAnnounced> | ReturnType<typeof peopleListed>>(16),
  );
  yield takeLatest(isListDue, listPeople, context);
  if (!context.followsEveryone) yield* fork(followPeople, context);
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
      else yield* follow(leaving, yield* changesOf(context, event.payload));
    }
  } finally {
    announced.close();
  }
}

/**
 * The people in an event whom this client follows. Other people could enter the channel of a person, but not as that
 * person.
 */
function* changesOf(
  { user, followsEveryone }: RealtimeContext,
  { channel, joined, left }: ReturnType<typeof presenceAnnounced>['payload'],
): Saga<Changes> {
  if (followsEveryone)
    return channel === checkinChannel(user.tenantId) ? { joined, left } : { joined: [], left: [] };
  const followed = (yield* select(selectFollowed)) ?? {};
  const { byUuid } = yield* select(selectDirectory);
  const isThatPerson = (uuid: string) =>
    followed[uuid] === true && channel === personCheckinChannel(user.tenantId, byUuid.get(uuid)?.userId ?? 0);
  return { joined: joined.filter(isThatPerson), left: left.filter(isThatPerson) };
}

interface Changes {
  joined: string[];
  left: string[];
}
function* follow(leaving: Leaving, { joined, left }: Changes): Saga {
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
