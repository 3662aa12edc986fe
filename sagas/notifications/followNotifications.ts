import { fork, type Saga, takeLatest, takeLeading } from '#sagas/effects.ts';
import { clearNewFlags } from '#sagas/notifications/clearNewFlags.ts';
import { loadNotifications } from '#sagas/notifications/loadNotifications.ts';
import { pageNotifications } from '#sagas/notifications/pageNotifications.ts';
import { savePosition } from '#sagas/notifications/savePosition.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import {
  newFlagsCleared,
  olderNotificationsRequested,
  panelClosed,
  panelOpened,
} from '#store/notifications/notificationsSlice.ts';

/** The bell: what was there at the start, older pages, and what happens when the panel opens and closes. */
export function* followNotifications(context: RealtimeContext): Saga {
  yield takeLatest([panelOpened.type, panelClosed.type], clearNewFlags);
  yield takeLatest([panelOpened.type, panelClosed.type, newFlagsCleared.type], savePosition, context);
  yield takeLeading(olderNotificationsRequested, pageNotifications, context);
  yield* fork(loadNotifications, context);
}
