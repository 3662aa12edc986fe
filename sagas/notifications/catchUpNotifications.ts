import { notificationChannel } from '#contract/channels.ts';
import { HISTORY_CALL_SIZE, HISTORY_PAGE_SIZE } from '#contract/limits.ts';
import { call, put, type Saga, select } from '#sagas/effects.ts';
import type { WireMessage } from '#sagas/ports.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { toNotifications } from '#sagas/realtime/parse.ts';
import { isLater } from '#store/messaging/timetoken.ts';
import {
  selectNewestNotification,
  selectNotificationsStatus,
} from '#store/notifications/notificationsSelectors.ts';
import { notificationsBroken, notificationsReceived } from '#store/notifications/notificationsSlice.ts';

/**
 * What was missed while the connection was down, backwards from the newest until what is known is met. It is read from
 * history, so nothing is celebrated and nobody is announced. Of a longer absence the rest comes by paging.
 */
export function* catchUpNotifications({ realtime, user }: RealtimeContext): Saga {
  if ((yield* select(selectNotificationsStatus)) !== 'loaded') return; // the first load brings it
  const channel = notificationChannel(user.tenantId, user.userId);
  const known = (yield* select(selectNewestNotification))?.timetoken ?? '0';
  let missed: WireMessage[] = [];
  let isJoined = false;
  while (!isJoined && missed.length < HISTORY_PAGE_SIZE) {
    const before = missed[0]?.timetoken;
    const page: WireMessage[] = yield* call(() =>
      realtime.history(channel, { count: HISTORY_CALL_SIZE, ...(before && { before }) }),
    );
    const news = page.filter(({ timetoken }) => isLater(timetoken, known));
    missed = [...news, ...missed];
    isJoined = news.length < HISTORY_CALL_SIZE;
  }
  const oldest = missed[0]?.timetoken;
  if (!isJoined && oldest) yield* put(notificationsBroken({ oldest }));
  const items = yield* toNotifications(missed);
  if (items.length > 0) yield* put(notificationsReceived({ items }));
}
