import { notificationChannel } from '#contract/channels.ts';
import { HISTORY_CALL_SIZE, HISTORY_PAGE_SIZE } from '#contract/limits.ts';
import { call, put, type Saga, select } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { toNotifications } from '#sagas/realtime/parse.ts';
import { isLater } from '#store/messaging/timetoken.ts';
import {
  selectNewestNotification,
  selectNotificationsStatus,
} from '#store/notifications/notificationsSelectors.ts';
import { notificationsReceived, notificationsReset } from '#store/notifications/notificationsSlice.ts';
import type { WireMessage } from '#store/ports/realtime.ts';

/**
 * Loads missed notifications from history, newest first, until it meets a known one. Because they come from history, they
 * start no celebration and no alert. After a long absence, older ones are loaded on demand.
 */
export function* catchUpNotifications({ realtime, user }: RealtimeContext): Saga {
  if ((yield* select(selectNotificationsStatus)) !== 'loaded') return; // the first load includes them
  const channel = notificationChannel(user.tenantId, user.userId);
  const known = (yield* select(selectNewestNotification))?.timetoken ?? '0';
  let missed: WireMessage[] = [];
  let isJoined = false;
  while (!isJoined && missed.length < HISTORY_PAGE_SIZE) {
    const before = missed[0]?.timetoken;
    const page: WireMessage[] = yield* call(() =>
      realtime.history(channel, { count: HISTORY_CALL_SIZE, ...(before && { before }) }),
    );
    const later = page.filter(({ timetoken }) => isLater(timetoken, known));
    missed = [...later, ...missed];
    isJoined = later.length < HISTORY_CALL_SIZE;
  }
  const oldest = missed[0]?.timetoken;
  if (!isJoined && oldest) yield* put(notificationsReset({ oldest }));
  const items = yield* toNotifications(missed);
  if (items.length > 0) yield* put(notificationsReceived({ items }));
}
