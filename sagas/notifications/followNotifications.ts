import { notificationChannel } from '#contract/channels.ts';
import {
  BADGE_DELAY_MS,
  HISTORY_CALL_SIZE,
  INITIAL_READ_POSITION_MS,
  NEW_FLAG_CLEARED_MS,
} from '#contract/limits.ts';
import { insist } from '#sagas/backoff.ts';
import { call, delay, fork, ports, put, type Saga, select, takeEvery, takeLatest } from '#sagas/effects.ts';
import type { RealtimeContext } from '#sagas/realtime/context.ts';
import { toNotifications } from '#sagas/realtime/parse.ts';
import { isRefusal } from '#sagas/realtime/realtimeError.ts';
import { report } from '#sagas/report.ts';
import { timetokenAt } from '#store/messaging/timetoken.ts';
import { selectIsPanelOpen, selectNotificationsRead } from '#store/notifications/notificationsSelectors.ts';
import {
  badgeShown,
  newFlagsCleared,
  notificationsFailed,
  notificationsLoaded,
  notificationsReceived,
  panelClosed,
  panelOpened,
} from '#store/notifications/notificationsSlice.ts';

/** The bell: what was there at the start, the badge, and what happens when the panel opens. */
export function* followNotifications(context: RealtimeContext): Saga {
  const start = { isOver: false };
  yield takeEvery(notificationsReceived, showBadge, start);
  yield takeLatest([panelOpened.type, panelClosed.type], look, context);
  yield* fork(loadNotifications, context, start);
}

function* loadNotifications({ realtime, user }: RealtimeContext, start: { isOver: boolean }): Saga {
  const { now } = yield* ports();
  const channel = notificationChannel(user.tenantId, user.userId);
  const read = () =>
    call(() =>
      Promise.all([realtime.history(channel, { count: HISTORY_CALL_SIZE }), realtime.memberships()]),
    );
  try {
    const [wires, memberships] = yield* insist(read, isRefusal);
    const saved = memberships.find((membership) => membership.channel === channel)?.timetoken;
    const joined = timetokenAt(Math.max(now() - INITIAL_READ_POSITION_MS, Date.parse(user.joinedAt)));
    yield* put(notificationsLoaded({ items: yield* toNotifications(wires), readTimetoken: saved ?? joined }));
  } catch (error) {
    yield* report(error, 'notifications of the start');
    yield* put(notificationsFailed());
  }
  // While the page starts up the badge waits, so that it does not flicker in among everything else (ruling 26).
  yield* delay(BADGE_DELAY_MS);
  start.isOver = true;
  yield* put(badgeShown());
}

function* showBadge(start: { isOver: boolean }): Saga {
  if (yield* select(selectIsPanelOpen)) {
    yield* delay(NEW_FLAG_CLEARED_MS);
    yield* put(newFlagsCleared());
  } else if (start.isOver) yield* put(badgeShown());
}

/** Opening records how far was read; the marks go about 2 s after the list is shown. Closing records what came meanwhile. */
function* look({ realtime, user }: RealtimeContext, { type }: { type: string }): Saga {
  yield* fork(function* (): Saga {
    const timetoken = yield* select(selectNotificationsRead);
    try {
      yield* call(() => realtime.setOwnPosition(notificationChannel(user.tenantId, user.userId), timetoken));
    } catch (error) {
      yield* report(error, 'read position of the notifications');
    }
  });
  if (type !== panelOpened.type) return;
  yield* delay(NEW_FLAG_CLEARED_MS);
  yield* put(newFlagsCleared());
}
