import { notificationChannel } from '#contract/messaging/channels.ts';
import { call, put, type Saga, select } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { toNotifications } from '#sagas/realtime/parse.ts';
import { isLater } from '#store/messaging/timetoken.ts';
import {
  selectNewestNotification,
  selectNotificationsRead,
  selectNotificationsStatus,
} from '#store/notifications/notificationsSelectors.ts';
import { notificationsReceived, notificationsReset } from '#store/notifications/notificationsSlice.ts';
import { countUnreadOlder, fetchNewest } from './fetchNewest.ts';

/**
 * Loads missed notifications from history, newest first, until it meets a known one. Because they come from history, they
 * start no celebration. After a long absence, older ones are loaded on demand.
 */
export function* catchUpNotifications(context: RealtimeContext): Saga {
  if ((yield* select(selectNotificationsStatus)) !== 'loaded') return; // the first load includes them
  const channel = notificationChannel(context.user.tenantId, context.user.userId);
  const known = (yield* select(selectNewestNotification))?.timetoken ?? '0';
  const fetched = yield* call(fetchNewest, context, channel, known);
  const { wires, isReached } = fetched;
  const oldest = wires[0]?.timetoken;
  if (!isReached && oldest) {
    const position = yield* select(selectNotificationsRead);
    const unreadOlder = yield* call(countUnreadOlder, context, channel, position, fetched);
    yield* put(notificationsReset({ oldest, unreadOlder }));
  }
  const items = yield* toNotifications(wires.filter(({ timetoken }) => isLater(timetoken, known)));
  if (items.length > 0) yield* put(notificationsReceived({ items }));
}
