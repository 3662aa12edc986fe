import { call, ports, put, type Saga, takeFrom } from '#sagas/effects.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { pageFocusChanged } from '#store/chat/widgetSlice.ts';
import { networkChanged } from '#store/connection/connectionSlice.ts';
import { pageChannel } from './pageChannel.ts';

/**
 * Dispatches changes of focus and network: messages count as read only in a focused page, and queries with
 * `refetchOnFocus` are sent again.
 */
export function* watchPage(): Saga {
  const { page } = yield* ports();
  const events = yield* call(pageChannel);
  const isInFocus = () => page.isVisible() && page.isFocused();
  let isFocused = true;
  if (!page.isOnline()) yield* put(networkChanged({ isOnline: false }));
  try {
    while (true) {
      if (isInFocus() !== isFocused) {
        isFocused = isInFocus();
        yield* put(pageFocusChanged({ isFocused }));
        // `setupListeners`, the public way to this action, listens to the browser itself.
        if (isFocused) yield* put(baseApi.internalActions.onFocus());
      }
      const { kind } = yield* takeFrom(events);
      if (kind === 'online' || kind === 'offline')
        yield* put(networkChanged({ isOnline: kind === 'online' }));
    }
  } finally {
    events.close();
  }
}
