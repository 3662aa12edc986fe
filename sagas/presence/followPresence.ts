import { type Action, isAnyOf } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import { checkinChannel } from '#contract/channels.ts';
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
import { fadePresence } from '#sagas/presence/fadePresence.ts';
import { listAgain, listPeople } from '#sagas/presence/listPeople.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import {
  connected,
  peopleChanged,
  peopleListed,
  presenceAnnounced,
  selectOnline,
} from '#store/presence/presenceSlice.ts';

/** Whoever reloads a page leaves and joins again: only who stays away is shown as gone. */
const LEAVE_DEBOUNCE_MS = 10_000;
/** After a loss the others come back as we do, each in their own time: who is not listed yet may be on the way. */
const RETURN_GRACE_MS = 20_000;
/** Those who leave in the same moment are told in one action: a whole office goes home at five. */
const TOGETHER_MS = 250;

/** When each of those who have left is said to be gone, unless they come back before. */
type Leaving = Map<string, number>;
const presenceNews = { match: isAnyOf(presenceAnnounced, peopleListed) };
const isIncomplete = (action: Action) => presenceAnnounced.match(action) && action.payload.isIncomplete;

/** Who is there: asked at each connection, then followed by what the check-in channel announces. */
export function* followPresence(context: RealtimeContext): Saga {
  const channel = checkinChannel(context.user.tenantId);
  const leaving: Leaving = new Map();
  const announced = yield* actionChannel(
    presenceNews,
    buffers.expanding<ReturnType<typeof presenceAnnounced> | ReturnType<typeof peopleListed>>(16),
  );
  yield takeLatest(connected, listPeople, context);
  yield takeLeading(isIncomplete, listAgain, context);
  yield* fork(fadePresence);
  try {
    while (true) {
      const { news } =
        leaving.size === 0
          ? { news: yield* takeFrom(announced) }
          : yield* race({ news: takeFrom(announced), due: untilDue(leaving) });
      if (!news) yield* sayGone(leaving);
      else if (peopleListed.match(news)) yield* compare(leaving, news.payload.uuids);
      else if (news.payload.channel === channel) yield* follow(leaving, news.payload);
    }
  } finally {
    announced.close();
  }
}

function* follow(leaving: Leaving, { joined, left }: ReturnType<typeof presenceAnnounced>['payload']): Saga {
  const online = yield* select(selectOnline);
  for (const uuid of joined) leaving.delete(uuid);
  yield* expectGone(leaving, left, LEAVE_DEBOUNCE_MS);
  const arrived = joined.filter((uuid) => !online[uuid]);
  if (arrived.length > 0) yield* put(peopleChanged({ joined: arrived, left: [] }));
}

/** Who was there and is not on the list has left while nobody told, or is just about to be back. */
function* compare(leaving: Leaving, uuids: string[]): Saga {
  const here = new Set(uuids);
  for (const uuid of uuids) leaving.delete(uuid);
  const missing = Object.keys(yield* select(selectOnline)).filter((uuid) => !here.has(uuid));
  yield* expectGone(
    leaving,
    missing.filter((uuid) => !leaving.has(uuid)),
    RETURN_GRACE_MS,
  );
}

function* expectGone(leaving: Leaving, uuids: readonly string[], graceMs: number): Saga {
  const { now } = yield* ports();
  const at = Math.ceil((now() + graceMs) / TOGETHER_MS) * TOGETHER_MS;
  const online = yield* select(selectOnline);
  for (const uuid of uuids) if (online[uuid]) leaving.set(uuid, at);
}

function* untilDue(leaving: Leaving): Saga<true> {
  const { now } = yield* ports();
  return yield* delay(Math.max(0, Math.min(...leaving.values()) - now()));
}

function* sayGone(leaving: Leaving): Saga {
  const { now } = yield* ports();
  const left = Array.from(leaving).flatMap(([uuid, at]) => (at <= now() ? [uuid] : []));
  for (const uuid of left) leaving.delete(uuid);
  if (left.length > 0) yield* put(peopleChanged({ joined: [], left }));
}
