import { RECENTLY_MS } from '#contract/limits.ts';
import { delay, ports, put, race, type Saga, select, takeAny } from '#sagas/effects.ts';
import {
  peopleChanged,
  peopleFaded,
  peopleRemembered,
  selectRecently,
} from '#store/presence/presenceSlice.ts';

const triggers = [peopleChanged, peopleRemembered] as const;

/** People who left ten minutes ago become offline. */
export function* fadePresence(): Saga {
  const { now } = yield* ports();
  while (true) {
    const recently = Object.entries(yield* select(selectRecently));
    const due = recently.flatMap(([uuid, at]) => (at + RECENTLY_MS <= now() ? [uuid] : []));
    if (due.length > 0) yield* put(peopleFaded({ uuids: due }));
    else if (recently.length === 0) yield* takeAny(...triggers);
    else {
      const next = Math.min(...recently.map(([, at]) => at)) + RECENTLY_MS;
      yield* race({ passed: delay(next - now()), changed: takeAny(...triggers) });
    }
  }
}
