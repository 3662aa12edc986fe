import { call, ports, put, type Saga, takeFrom } from '#sagas/effects.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { pageFocusChanged } from '#store/chat/widgetSlice.ts';
import { networkChanged } from '#store/connection/connectionSlice.ts';
import { pageChannel } from './pageChannel.ts';

/**
 * Dispatches changes of focus and network: messages count as read only in a focused page, queries with
 * `refetchOnFocus` are sent again, and those with `skipPollingIfUnfocused` are not polled by a hidden page.
 */
export function* watchPage(): Saga {
  const { page } = yield* ports();
  const events = yield* call(pageChannel);
  let isVisible = true;
  let isFocused = true;
  if (!page.isOnline()) yield* put(networkChanged({ isOnline: false }));
  try {
    while (true) {
      const wasVisible: boolean = isVisible;
      const wasFocused: boolean = isFocused;
      isVisible = page.isVisible();
      isFocused = isVisible && page.isFocused();
      if (isFocused !== wasFocused) yield* put(pageFocusChanged({ isFocused }));
      // `setupListeners`, the public way to these actions, listens to the browser itself. A page beside another window is
      // visible without the focus, and keeps polling.
      if (isVisible !== wasVisible || (isFocused && !wasFocused))
        yield* put(baseApi.internalActions[isVisible ? 'onFocus' : 'onFocusLost']());
      const { kind } = yield* takeFrom(events);
      if (kind === 'online' || kind === 'offline')
        yield* put(networkChanged({ isOnline: kind === 'online' }));
    }
  } finally {
    events.close();
  }
}
