import { notificationChannel } from '#contract/channels.ts';
import { HISTORY_CALL_SIZE } from '#contract/limits.ts';
import { call, put, type Saga, select } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { toNotifications } from '#sagas/realtime/parse.ts';
import { report } from '#sagas/report.ts';
import { selectOlderNotifications, selectOldestRead } from '#store/notifications/notificationsSelectors.ts';
import {
  isListItem,
  olderNotificationsFailed,
  olderNotificationsLoaded,
  type ReceivedNotification,
} from '#store/notifications/notificationsSlice.ts';
import type { WireMessage } from '#store/ports/realtime.ts';

/** A page should add at least this many rows; entries that are not list items are skipped. */
const MIN_ROWS = 20;
const MAX_CALLS = 5;

/** Loads older notifications, with as many calls as it takes to show something. */
export function* pageNotifications({ realtime, user }: RealtimeContext): Saga {
  if ((yield* select(selectOlderNotifications)) !== 'loading') return;
  const channel = notificationChannel(user.tenantId, user.userId);
  let before = yield* select(selectOldestRead);
  let items: ReceivedNotification[] = [];
  let isLast = false;
  try {
    for (let calls = 0; calls < MAX_CALLS && items.length < MIN_ROWS && !isLast; calls++) {
      const wires: WireMessage[] = yield* call(() =>
        realtime.history(channel, { count: HISTORY_CALL_SIZE, ...(before && { before }) }),
      );
      before = wires[0]?.timetoken ?? before;
      isLast = wires.length < HISTORY_CALL_SIZE;
      items = [...items, ...(yield* toNotifications(wires)).filter(isListItem)];
    }
    yield* put(olderNotificationsLoaded({ items, oldest: before, isLast }));
  } catch (error) {
    yield* report(error, 'older notifications');
    yield* put(olderNotificationsFailed()); // the screen offers a retry
  }
}
