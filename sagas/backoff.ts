import type { EventChannel } from 'redux-saga';
import { call, delay, ports, race, type Saga, takeFrom } from '#sagas/effects.ts';
import { pageChannel } from '#sagas/page/pageChannel.ts';
import type { PageEvent } from '#sagas/ports.ts';

const MIN_MS = 500;
/** Whoever waits is back within 15 s of the service's return: this pause and one attempt (SILENCE_MS) fit into it. */
const MAX_MS = 8_000;
const WAKING: PageEvent[] = ['online', 'visible', 'focus'];

/** Half of the growing pause is fixed, half is chance, so that many browsers do not come back in one moment. */
export const backoffMs = (attempt: number, random: () => number) => {
  const pause = Math.min(MAX_MS, MIN_MS * 2 ** (attempt - 1));
  return Math.round(pause / 2 + (pause / 2) * random());
};

function* nextWaking(events: EventChannel<{ kind: PageEvent }>): Saga {
  while (true) if (WAKING.includes((yield* takeFrom(events)).kind)) return;
}

/** Waits before another try: shorter when the network is back or somebody looks at the page again. */
export function* waitToRetry(attempt: number): Saga {
  const { random } = yield* ports();
  const events = yield* call(pageChannel);
  try {
    yield* race({ waited: delay(backoffMs(attempt, random)), woken: nextWaking(events) });
  } finally {
    events.close();
  }
}

/** Tries until it succeeds or fails in a way that another try cannot mend. */
export function* insist<T>(attempt: () => Saga<T>, isHopeless: (error: unknown) => boolean): Saga<T> {
  for (let failures = 1; ; failures++) {
    try {
      return yield* attempt();
    } catch (error) {
      if (isHopeless(error)) throw error;
      yield* waitToRetry(failures);
    }
  }
}
