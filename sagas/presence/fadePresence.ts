import { RECENTLY_MS } from '#contract/limits.ts';
import { delay, ports, put, race, type Saga, select, takeAny } from '#sagas/effects.ts';
import {
  peopleChanged,
  peopleFaded,
  peopleRemembered,
  selectRecently,
} from '#store/presence/presenceSlice.ts';

const news = [peopleChanged, peopleRemembered] as const;

/** Who left ten minutes ago was not here recently any more. */
export function* fadePresence(): Saga {
  const { now } = yield* ports();
  while (true) {
    const recently = Object.entries(yield* select(selectRecently));
    const due = recently.flatMap(([uuid, at]) => (at + RECENTLY_MS <= now() ? [uuid] : []));
    if (due.length > 0) yield* put(peopleFaded({ uuids: due }));
    else if (recently.length === 0) yield* takeAny(...news);
    else {
      const next = Math.min(...recently.map(([, at]) => at)) + RECENTLY_MS;
      yield* race({ passed: delay(next - now()), changed: takeAny(...news) });
    }
  }
}
