import { call, ports, type Saga, takeFrom } from '#sagas/effects.ts';
import { pageChannel } from './pageChannel.ts';

/** Returns immediately on a visible page, otherwise when it becomes visible. */
export function* waitUntilVisible(): Saga<{ hasWaited: boolean }> {
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
