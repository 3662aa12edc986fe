import { type Action, isAnyOf, isFulfilled, isRejected } from '@reduxjs/toolkit';
import type { SessionUser } from '#contract/access/session.ts';
import { waitToRetry } from '#sagas/backoff.ts';
import { call, ports, put, run, type Saga, select, takeEvery, takeLeading } from '#sagas/effects.ts';
import { isTransientFailure, problemOf } from '#store/api/problemOf.ts';
import {
  callQueued,
  type QueuedArguments,
  type QueuedCall,
  queuedCallId,
  queuedCallSettled,
  queuedCallsRestored,
  queuedCallWithdrawn,
  selectQueuedCalls,
} from '#store/offline/queuedCallsSlice.ts';
import { toastShown } from '#store/toasts/toastsSlice.ts';
import { outboxOwner } from './outboxOwner.ts';

type EndpointName = keyof QueuedArguments;

interface CallAction extends Action {
  payload: unknown;
  meta: { arg: { endpointName: string; track?: boolean; originalArgs: unknown } };
}
/** Calls of screens. This saga's own calls are not tracked. */
const isOfScreen = ({ meta: { arg } }: CallAction) =>
  Object.hasOwn(queuedCallId, arg.endpointName) && arg.track !== false;
const isSaved = (action: Action): action is CallAction =>
  isFulfilled(action) && isOfScreen(action as unknown as CallAction);
const hasFailed = (action: Action): action is CallAction =>
  isRejected(action) && isOfScreen(action as unknown as CallAction);
const isTrigger = isAnyOf(callQueued, queuedCallsRestored);

/**
 * Queues calls that got no response, in the outbox of this browser, and sends the newest for each id until the server has
 * it. A repeated call has no further effect (`QueuedArguments`).
 */
export function* sendQueuedCalls(user: SessionUser): Saga {
  const { outbox } = yield* ports();
  const owner = outboxOwner(user);
  yield takeEvery(hasFailed, queue);
  yield takeEvery(isSaved, function* (action: CallAction): Saga {
    const id = toCall(action)?.id;
    if (id && (yield* select(selectQueuedCalls))[id]) yield* call(settle, id);
  });
  yield takeEvery(queuedCallWithdrawn, function* ({ payload: { id } }): Saga {
    yield* call(() => outbox.remove(id));
  });
  yield takeLeading(isTrigger, sendAll);
  if (Object.keys(yield* select(selectQueuedCalls)).length > 0) yield* call(sendAll);

  function* queue(action: CallAction): Saga {
    const queued = toCall(action);
    if (!queued || problemOf(action.payload).kind !== 'offline') return;
    yield* call(() => outbox.put(owner, queued));
    yield* put(callQueued(queued));
  }
}

function toCall({ meta: { arg } }: CallAction): QueuedCall | null {
  const endpoint = arg.endpointName as EndpointName;
  const id = (queuedCallId[endpoint] as (args: unknown) => string | null)(arg.originalArgs);
  return id === null ? null : ({ id, endpoint, args: arg.originalArgs } as QueuedCall);
}

function* settle(id: string): Saga {
  const { outbox } = yield* ports();
  yield* call(() => outbox.remove(id));
  yield* put(queuedCallSettled({ id }));
}

function* sendAll(): Saga {
  for (let attempt = 1; ; attempt++) {
    yield* call(waitToRetry, attempt);
    for (const queued of Object.values(yield* select(selectQueuedCalls))) yield* call(send, queued);
    if (Object.keys(yield* select(selectQueuedCalls)).length === 0) return;
  }
}

const refusedTexts: Record<EndpointName, string> = {
  recordStep: 'A step that you changed offline could not be saved.',
  changeCheckIn: 'The check-in that you sent offline was not accepted. Your answers are still in its form.',
};

function* send(queued: QueuedCall): Saga {
  const { id, endpoint } = queued;
  const repeat = yield* call(toThunk, queued);
  if (!repeat) return;
  // While earlier calls were sent, it can have been withdrawn or replaced.
  if ((yield* select(selectQueuedCalls))[id] !== queued) return;
  try {
    yield* run<unknown>(repeat);
  } catch (error) {
    const problem = problemOf(error);
    if (problem.kind === 'session' || isTransientFailure(problem)) return;
    const text = `${refusedTexts[endpoint]} ${problem.message}`;
    yield* put(toastShown({ id, text, canUndo: false }));
  }
  // A call made in the meantime is newer, and stays.
  if ((yield* select(selectQueuedCalls))[id] === queued) yield* call(settle, id);
}

/** Null if the code of the endpoints could not be loaded: the call is repeated later. */
function* toThunk({ endpoint, args }: QueuedCall) {
  try {
    const { recordStep, changeCheckIn } = yield* call(() => import('./queuedEndpoints.ts'));
    return endpoint === 'recordStep'
      ? recordStep.initiate(args, { track: false })
      : changeCheckIn.initiate(args, { track: false });
  } catch {
    return null;
  }
}
