import { buffers, type EventChannel, eventChannel } from 'redux-saga';
import { ports, type Saga } from '#sagas/effects.ts';
import type { PageEvent } from '#sagas/ports.ts';

/** What happens to the page: network, visibility, focus. Closing the channel removes the listener. */
export function* pageChannel(): Saga<EventChannel<{ kind: PageEvent }>> {
  const { page } = yield* ports();
  return eventChannel<{ kind: PageEvent }>((emit) => page.listen(emit), buffers.expanding(4));
}
