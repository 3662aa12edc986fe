import { buffers, type EventChannel } from 'redux-saga';
import { portEvents, ports, type Saga } from '#sagas/effects.ts';
import type { PageEvent } from '#store/ports/page.ts';

/** Network, visibility and focus events of the page. Closing the channel removes the listener. */
export function* pageChannel(): Saga<EventChannel<{ kind: PageEvent }>> {
  const { page } = yield* ports();
  return portEvents<{ kind: PageEvent }>('page', (emit) => page.listen(emit), buffers.expanding(4));
}
