import { RECENTLY_MS } from '#contract/limits.ts';
import type { SessionUser } from '#contract/session.ts';
import { call, ports, put, type Saga, select, take, takeEvery, takeFrom } from '#sagas/effects.ts';
import { pageChannel } from '#sagas/page/pageChannel.ts';
import {
  peopleChanged,
  peopleListed,
  peopleRemembered,
  selectOnline,
  selectRecently,
} from '#store/presence/presenceSlice.ts';
import { signedOut } from '#store/session/sessionSlice.ts';

/**
 * Who was here recently outlives a reload: the service only knows who is here now. Whoever was here when the page was
 * left, and is not when it is back, has left in between.
 */
export function* rememberPresence({ userId }: SessionUser): Saga {
  const { seen, now } = yield* ports();
  const remembered = yield* call(() => seen.load(userId));
  yield* take(peopleListed);
  const online = yield* select(selectOnline);
  const isRecent = (uuid: string, at: number) => !online[uuid] && at <= now() && now() - at < RECENTLY_MS;
  const recently = Object.fromEntries(Object.entries(remembered).filter(([uuid, at]) => isRecent(uuid, at)));
  if (Object.keys(recently).length > 0) yield* put(peopleRemembered({ recently }));
  yield* call(keepSeen, userId); // only now: before the first list nobody is known to be here
}

/** When somebody has come or gone, and when the page is left. */
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

/** Who leaves by the button leaves nothing. It outlives the session whose end it hears. */
export function* wipeSeen(): Saga {
  const { seen } = yield* ports();
  yield takeEvery(signedOut, function* (): Saga {
    yield* call(() => seen.wipe());
  });
}
