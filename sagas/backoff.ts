import type { EventChannel } from 'redux-saga';
import { pageChannel } from '#sagas/page/pageChannel.ts';
import type { PageEvent } from '#store/ports/page.ts';
import { call, delay, ports, race, type Saga, takeFrom } from './effects.ts';

const MIN_MS = 500;
/** With the time limit of one attempt (SILENCE_MS), a client is connected within 15 s after the service is back. */
const MAX_MS = 8_000;
const WAKE_EVENTS: PageEvent[] = ['online', 'visible', 'focus'];

/** Half of the pause is fixed and half is random, so that browsers do not all reconnect at the same moment. */
export const backoffMs = (attempt: number, random: () => number) => {
  const pause = Math.min(MAX_MS, MIN_MS * 2 ** (attempt - 1));
  return Math.round(pause / 2 + (pause / 2) * random());
};

function* nextWakeEvent(events: EventChannel<{ kind: PageEvent }>): Saga {
  while (true) if (WAKE_EVENTS.includes((yield* takeFrom(events)).kind)) return;
}

/** Waits before another attempt. The wait ends early when the network is back or the user returns to the page. */
export function* waitToRetry(attempt: number): Saga {
  const { random } = yield* ports();
  const events = yield* call(pageChannel);
  try {
    yield* race({ waited: delay(backoffMs(attempt, random)), woken: nextWakeEvent(events) });
  } finally {
    events.close();
  }
}

/** Retries until the attempt succeeds or fails with a final error. */
export function* retryUnless<T>(attempt: () => Saga<T>, isFinal: (error: unknown) => boolean): Saga<T> {
  for (let failures = 1; ; failures++) {
    try {
      return yield* attempt();
    } catch (error) {
      if (isFinal(error)) throw error;
      yield* waitToRetry(failures);
    }
  }
}
