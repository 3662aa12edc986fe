import { NEW_FLAG_CLEARED_MS } from '#contract/limits.ts';
import { delay, put, type Saga, select, takeEvery } from '#sagas/effects.ts';
import { untilVisible } from '#sagas/page/untilVisible.ts';
import { selectNewestNotification } from '#store/notifications/notificationsSelectors.ts';
import {
  newFlagsCleared,
  notificationsLoaded,
  notificationsReceived,
  panelOpened,
} from '#store/notifications/notificationsSlice.ts';

/** From the opening of the panel to its closing: the marks go about 2 s after what they stand at was shown. */
export function* clearNewFlags({ type }: { type: string }): Saga {
  if (type !== panelOpened.type) return;
  yield takeEvery([notificationsLoaded.type, notificationsReceived.type], clearInAWhile);
  yield* clearInAWhile();
}

function* clearInAWhile(): Saga {
  yield* untilVisible(); // what stands on a page that nobody sees has not been shown
  const until = (yield* select(selectNewestNotification))?.timetoken;
  if (!until) return;
  yield* delay(NEW_FLAG_CLEARED_MS);
  yield* put(newFlagsCleared({ until }));
}
