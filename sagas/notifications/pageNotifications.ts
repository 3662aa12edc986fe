import { notificationChannel } from '#contract/channels.ts';
import { HISTORY_CALL_SIZE } from '#contract/limits.ts';
import { call, put, type Saga, select } from '#sagas/effects.ts';
import type { WireMessage } from '#sagas/ports.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { toNotifications } from '#sagas/realtime/parse.ts';
import { report } from '#sagas/report.ts';
import { selectOlderNotifications, selectOldestRead } from '#store/notifications/notificationsSelectors.ts';
import {
  isListItem,
  type NotificationNews,
  olderNotificationsFailed,
  olderNotificationsLoaded,
} from '#store/notifications/notificationsSlice.ts';

/** Fewer than this are no answer to somebody who asked for more: what is no item of the list is read past. */
const ENOUGH = 20;
const MOST_CALLS = 5;

/** What is older than the list, by as many calls as it takes to show something, up to the first one there is. */
export function* pageNotifications({ realtime, user }: RealtimeContext): Saga {
  if ((yield* select(selectOlderNotifications)) !== 'loading') return;
  const channel = notificationChannel(user.tenantId, user.userId);
  let before = yield* select(selectOldestRead);
  let items: NotificationNews[] = [];
  let isLast = false;
  try {
    for (let calls = 0; calls < MOST_CALLS && items.length < ENOUGH && !isLast; calls++) {
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
    yield* put(olderNotificationsFailed()); // the person is offered to try again
  }
}
