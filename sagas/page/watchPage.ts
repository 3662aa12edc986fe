import { call, ports, put, type Saga, takeFrom } from '#sagas/effects.ts';
import { pageChannel } from '#sagas/page/pageChannel.ts';
import { pageFocusChanged } from '#store/chat/chatSlice.ts';
import { networkChanged } from '#store/presence/presenceSlice.ts';

/** What is on screen counts as read only while somebody looks; and a lost network is said before any call fails. */
export function* watchPage(): Saga {
  const { page } = yield* ports();
  const events = yield* call(pageChannel);
  const looks = () => page.isVisible() && page.isFocused();
  let isFocused = true;
  if (!page.isOnline()) yield* put(networkChanged({ isOnline: false }));
  try {
    while (true) {
      if (looks() !== isFocused) {
        isFocused = looks();
        yield* put(pageFocusChanged({ isFocused }));
      }
      const { kind } = yield* takeFrom(events);
      if (kind === 'online' || kind === 'offline')
        yield* put(networkChanged({ isOnline: kind === 'online' }));
    }
  } finally {
    events.close();
  }
}
