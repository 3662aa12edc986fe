import { NEW_FLAG_CLEARED_MS } from '#contract/limits.ts';
import { delay, put, type Saga, select, takeEvery } from '#sagas/effects.ts';
import { waitUntilVisible } from '#sagas/page/waitUntilVisible.ts';
import { selectNewestNotification } from '#store/notifications/notificationsSelectors.ts';
import {
  newFlagsCleared,
  notificationsLoaded,
  notificationsReceived,
  panelOpened,
} from '#store/notifications/notificationsSlice.ts';

/** While the panel is open, clears each 'new' mark about 2 s after its notification was shown. */
export function* clearNewFlags({ type }: { type: string }): Saga {
  if (type !== panelOpened.type) return;
  yield takeEvery([notificationsLoaded.type, notificationsReceived.type], clearInAWhile);
  yield* clearInAWhile();
}

function* clearInAWhile(): Saga {
  yield* waitUntilVisible(); // a hidden page shows nothing to the user
  const until = (yield* select(selectNewestNotification))?.timetoken;
  if (!until) return;
  yield* delay(NEW_FLAG_CLEARED_MS);
  yield* put(newFlagsCleared({ until }));
}
