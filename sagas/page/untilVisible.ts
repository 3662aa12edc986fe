import { call, ports, type Saga, takeFrom } from '#sagas/effects.ts';
import { pageChannel } from '#sagas/page/pageChannel.ts';

/** Goes on at once on a page that is seen, else when somebody comes back to it. Says whether it had to wait. */
export function* untilVisible(): Saga<{ hasWaited: boolean }> {
  const { page } = yield* ports();
  if (page.isVisible()) return { hasWaited: false };
  const events = yield* call(pageChannel);
  try {
    while (!page.isVisible()) yield* takeFrom(events);
    return { hasWaited: true };
  } finally {
    events.close();
  }
}
