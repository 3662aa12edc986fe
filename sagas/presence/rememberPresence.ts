import type { SessionUser } from '#contract/access/session.ts';
import { RECENTLY_MS } from '#contract/limits.ts';
import { call, ports, put, type Saga, select, take, takeEvery, takeFrom } from '#sagas/effects.ts';
import { pageChannel } from '#sagas/page/pageChannel.ts';
import {
  peopleChanged,
  peopleListed,
  peopleRemembered,
  selectOnline,
  selectRecently,
} from '#store/presence/presenceSlice.ts';

/**
 * After a reload, restores the people who were online recently, because the service knows only the people who are
 * online now. People who were online before the reload and are not online after it have left during the reload.
 */
export function* rememberPresence({ userId }: SessionUser): Saga {
  const { seen, now } = yield* ports();
  const remembered = yield* call(() => seen.load(userId));
  yield* take(peopleListed);
  const online = yield* select(selectOnline);
  const isRecent = (uuid: string, at: number) => !online[uuid] && at <= now() && now() - at < RECENTLY_MS;
  const recently = Object.fromEntries(Object.entries(remembered).filter(([uuid, at]) => isRecent(uuid, at)));
  if (Object.keys(recently).length > 0) yield* put(peopleRemembered({ recently }));
  yield* call(keepSeen, userId); // before the first list, no one is known to be online
}

/** Saves when people join or leave, and when the page is hidden. */
function* keepSeen(userId: number): Saga {
  yield takeEvery(peopleChanged, keepNow, userId);
  const events = yield* call(pageChannel);
  try {
    while (true) {
      const { kind } = yield* takeFrom(events);
      if (kind === 'hidden') yield* call(keepNow, userId);
    }
  } finally {
    events.close();
  }
}

function* keepNow(userId: number): Saga {
  const { seen, now } = yield* ports();
  const online = Object.keys(yield* select(selectOnline));
  const recently = yield* select(selectRecently);
  const here = Object.fromEntries(online.map((uuid) => [uuid, now()]));
  yield* call(() => seen.keep(userId, { ...recently, ...here }));
}
