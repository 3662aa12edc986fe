import { HISTORY_CALL_SIZE, HISTORY_PAGE_SIZE } from '#contract/limits.ts';
import { notificationChannel } from '#contract/messaging/channels.ts';
import { call, put, type Saga, select } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { toNotifications } from '#sagas/realtime/parse.ts';
import { report } from '#sagas/report.ts';
import { selectOlderNotifications, selectOldestRead } from '#store/notifications/notificationsSelectors.ts';
import {
  olderNotificationsFailed,
  olderNotificationsLoaded,
} from '#store/notifications/notificationsSlice.ts';
import type { WireMessage } from '#store/ports/realtime.ts';

/** Loads a page of older notifications in several calls and shows each part when it arrives (decision 0013). */
export function* pageNotifications({ realtime, user }: RealtimeContext): Saga {
  if ((yield* select(selectOlderNotifications)) !== 'loading') return;
  const channel = notificationChannel(user.tenantId, user.userId);
  let before = yield* select(selectOldestRead);
  let isLast = false;
  try {
    for (let fetched = 0; fetched < HISTORY_PAGE_SIZE && !isLast; fetched += HISTORY_CALL_SIZE) {
      const wires: WireMessage[] = yield* call(() =>
        realtime.history(channel, { count: HISTORY_CALL_SIZE, ...(before && { before }) }),
      );
      before = wires[0]?.timetoken ?? before;
      isLast = wires.length < HISTORY_CALL_SIZE;
      const items = yield* toNotifications(wires);
      const isLoading = fetched + HISTORY_CALL_SIZE < HISTORY_PAGE_SIZE;
      yield* put(olderNotificationsLoaded({ items, oldest: before, isLast, isLoading }));
    }
  } catch (error) {
    yield* report(error, 'older notifications');
    yield* put(olderNotificationsFailed()); // the screen shows a retry button
  }
}
