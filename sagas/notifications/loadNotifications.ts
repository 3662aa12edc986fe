import { BADGE_DELAY_MS, INITIAL_READ_POSITION_MS } from '#contract/limits.ts';
import { notificationChannel } from '#contract/messaging/channels.ts';
import { retryUnless } from '#sagas/backoff.ts';
import { call, delay, ports, put, type Saga, select, take } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { toNotifications } from '#sagas/realtime/parse.ts';
import { isRefusal } from '#sagas/realtime/realtimeError.ts';
import { report } from '#sagas/report.ts';
import { connected, selectConnection } from '#store/connection/connectionSlice.ts';
import { timetokenAt } from '#store/messaging/timetoken.ts';
import {
  badgeShown,
  notificationsFailed,
  notificationsLoaded,
} from '#store/notifications/notificationsSlice.ts';
import { countUnreadOlder, fetchNewest } from './fetchNewest.ts';

/**
 * Loads the read position and the unread notifications, at least a hundred entries and at most a page. It waits for the
 * subscription first, so that no notification is missed in between. After a refusal it tries again at the next connection.
 */
export function* loadNotifications(context: RealtimeContext): Saga {
  if ((yield* select(selectConnection)).phase !== 'connected') yield* take(connected);
  while (!(yield* loadNewest(context))) yield* take(connected);
  // At start-up the badge appears after a delay (decision 0021).
  yield* delay(BADGE_DELAY_MS);
  yield* put(badgeShown());
}

function* loadNewest(context: RealtimeContext): Saga<boolean> {
  try {
    const { wires, ...page } = yield* retryUnless(() => fetchUnread(context), isRefusal);
    const items = yield* toNotifications(wires);
    yield* put(notificationsLoaded({ items, oldest: wires[0]?.timetoken ?? null, ...page }));
    return true;
  } catch (error) {
    yield* report(error, 'loading notifications');
    yield* put(notificationsFailed());
    return false;
  }
}

function* fetchUnread(context: RealtimeContext) {
  const { realtime, user } = context;
  const { now } = yield* ports();
  const channel = notificationChannel(user.tenantId, user.userId);
  const memberships = yield* call(() => realtime.memberships());
  const saved = memberships.find((membership) => membership.channel === channel)?.timetoken ?? null;
  const joined = timetokenAt(Math.max(now() - INITIAL_READ_POSITION_MS, Date.parse(user.joinedAt)));
  const fetched = yield* call(fetchNewest, context, channel, saved ?? joined);
  const unreadOlder = yield* call(countUnreadOlder, context, channel, saved ?? joined, fetched);
  return { wires: fetched.wires, isLast: fetched.isLast, saved, joined, unreadOlder };
}
