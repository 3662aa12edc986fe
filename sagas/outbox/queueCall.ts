import type { SessionUser } from '#contract/access/session.ts';
import { call, ports, put, type Saga } from '#sagas/effects.ts';
import { callQueued, type QueuedCall } from '#store/offline/queuedCallsSlice.ts';
import { outboxOwner } from './outboxOwner.ts';

/** Stores a call in the outbox of this browser. `sendQueuedCalls` sends it. */
export function* queueCall(user: SessionUser, queued: QueuedCall): Saga {
  const { outbox } = yield* ports();
  yield* call(() => outbox.put(outboxOwner(user), queued));
  yield* put(callQueued(queued));
}
