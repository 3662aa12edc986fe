import { put, type Saga } from '#sagas/effects.ts';
import type { WireMessage } from '#sagas/ports.ts';
import { toNotifications } from '#sagas/realtime/parse.ts';
import { notificationsArrivedLive, notificationsReceived } from '#store/notifications/notificationsSlice.ts';

/** What comes live fills the list, and may do more: raise the peer alert, celebrate. */
export function* receiveNotifications(messages: WireMessage[]): Saga {
  const items = yield* toNotifications(messages);
  if (items.length === 0) return;
  yield* put(notificationsReceived({ items }));
  yield* put(notificationsArrivedLive({ items }));
}
