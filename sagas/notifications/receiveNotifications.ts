import { put, type Saga } from '#sagas/effects.ts';
import { toNotifications } from '#sagas/realtime/parse.ts';
import { liveNotificationsReceived, notificationsReceived } from '#store/notifications/notificationsSlice.ts';
import type { WireMessage } from '#store/ports/realtime.ts';

/** Adds live notifications to the list and announces them to celebrations and screens. */
export function* receiveNotifications(messages: WireMessage[]): Saga {
  const items = yield* toNotifications(messages);
  if (items.length === 0) return;
  yield* put(notificationsReceived({ items }));
  yield* put(liveNotificationsReceived({ items }));
}
