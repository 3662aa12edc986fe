import { notificationChannel } from '#contract/messaging/channels.ts';
import { retryUnless } from '#sagas/backoff.ts';
import { call, put, type Saga, select } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { isRefusal } from '#sagas/realtime/realtimeError.ts';
import { report } from '#sagas/report.ts';
import { isLater } from '#store/messaging/timetoken.ts';
import {
  selectNotificationsRead,
  selectNotificationsSaved,
} from '#store/notifications/notificationsSelectors.ts';
import { notificationsPositionSaved } from '#store/notifications/notificationsSlice.ts';

/** Saves the read position of the bell at the service. Retries until it succeeds or a later position replaces it. */
export function* savePosition({ realtime, user }: RealtimeContext): Saga {
  const timetoken = yield* select(selectNotificationsRead);
  if (!isLater(timetoken, yield* select(selectNotificationsSaved))) return;
  const channel = notificationChannel(user.tenantId, user.userId);
  try {
    yield* retryUnless(() => call(() => realtime.setOwnPosition(channel, timetoken)), isRefusal);
    yield* put(notificationsPositionSaved({ timetoken }));
  } catch (error) {
    yield* report(error, 'read position of the notifications');
  }
}
