import { buffers, type EventChannel, eventChannel } from 'redux-saga';
import { ports, type Saga } from '#sagas/effects.ts';
import type { PageEvent } from '#store/ports/page.ts';

/** Network, visibility and focus events of the page. Closing the channel removes the listener. */
export function* pageChannel(): Saga<EventChannel<{ kind: PageEvent }>> {
  const { page } = yield* ports();
  return eventChannel<{ kind: PageEvent }>((emit) => page.listen(emit), buffers.expanding(4));
}
