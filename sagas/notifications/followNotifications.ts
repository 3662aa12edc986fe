import { fork, type Saga, takeLatest, takeLeading } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import {
  newFlagsCleared,
  olderNotificationsRequested,
  panelClosed,
  panelOpened,
} from '#store/notifications/notificationsSlice.ts';
import { clearNewFlags } from './clearNewFlags.ts';
import { loadNotifications } from './loadNotifications.ts';
import { pageNotifications } from './pageNotifications.ts';
import { savePosition } from './savePosition.ts';

/** The bell: the first page, older pages, and opening and closing of the panel. */
export function* followNotifications(context: RealtimeContext): Saga {
  yield takeLatest([panelOpened.type, panelClosed.type], clearNewFlags);
  yield takeLatest([panelOpened.type, panelClosed.type, newFlagsCleared.type], savePosition, context);
  yield takeLeading(olderNotificationsRequested, pageNotifications, context);
  yield* fork(loadNotifications, context);
}
