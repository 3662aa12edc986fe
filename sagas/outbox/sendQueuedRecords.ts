import { type Action, isAnyOf, isFulfilled, isRejected } from '@reduxjs/toolkit';
import type { SessionUser } from '#contract/access/session.ts';
import type { StepRecord } from '#contract/learning/stepRecord.ts';
import { retryUnless, waitToRetry } from '#sagas/backoff.ts';
import { call, ports, put, run, type Saga, select, takeEvery, takeLeading } from '#sagas/effects.ts';
import { isTransientFailure, problemOf } from '#store/api/problemOf.ts';
import {
  type QueuedRecord,
  queuedRecordId,
  queuedRecordSettled,
  queuedRecordsRestored,
  recordQueued,
  selectQueuedRecords,
} from '#store/programs/queuedRecordsSlice.ts';
import { toastShown } from '#store/toasts/toastsSlice.ts';
import { outboxOwner } from './outboxOwner.ts';

/** Calls are matched by name, and the endpoint is loaded to repeat one: few sessions need it, and its schemas are large. */
const RECORD_STEP = 'recordStep';
const loadEndpoint = async () =>
  (await import('#store/programs/programsApi.ts')).programsApi.endpoints[RECORD_STEP];
type Endpoint = Awaited<ReturnType<typeof loadEndpoint>>;

interface StepAction extends Action {
  payload: unknown;
  meta: {
    requestId: string;
    arg: {
      endpointName: string;
      track?: boolean;
      originalArgs: { programId: string; stepKey: string; record: StepRecord };
    };
  };
}
/** Calls of screens. This saga's own calls are not tracked. */
const isOfScreen = ({ meta: { arg } }: StepAction) => arg.endpointName === RECORD_STEP && arg.track !== false;
const isSaved = (action: Action): action is StepAction =>
  isFulfilled(action) && isOfScreen(action as StepAction);
const hasFailed = (action: Action): action is StepAction =>
  isRejected(action) && isOfScreen(action as unknown as StepAction);
const isTrigger = isAnyOf(recordQueued, queuedRecordsRestored);

/**
 * Queues changes to steps that got no response, in the outbox of this browser, and sends the newest of each step until the
 * server has it. A repeated change has no further effect, because it contains the whole state of the step.
 */
export function* sendQueuedRecords(user: SessionUser): Saga {
  const { outbox } = yield* ports();
  const owner = outboxOwner(user);
  yield takeEvery(hasFailed, queue);
  yield takeEvery(isSaved, function* ({ meta: { arg } }: StepAction): Saga {
    const id = queuedRecordId(arg.originalArgs.programId, arg.originalArgs.stepKey);
    if ((yield* select(selectQueuedRecords))[id]) yield* call(settle, id);
  });
  yield takeLeading(isTrigger, sendAll);
  if (Object.keys(yield* select(selectQueuedRecords)).length > 0) yield* call(sendAll);

  function* queue({ payload, meta: { arg } }: StepAction): Saga {
    if (problemOf(payload).kind !== 'offline') return;
    const { programId, stepKey, record } = arg.originalArgs;
    const queued = { id: queuedRecordId(programId, stepKey), programId, stepKey, record };
    yield* call(() => outbox.put(owner, queued));
    yield* put(recordQueued(queued));
  }
}

function* settle(id: string): Saga {
  const { outbox } = yield* ports();
  yield* call(() => outbox.remove(id));
  yield* put(queuedRecordSettled({ id }));
}

function* sendAll(): Saga {
  const endpoint = yield* retryUnless(
    () => call(loadEndpoint),
    () => false,
  );
  for (let attempt = 1; ; attempt++) {
    yield* call(waitToRetry, attempt);
    for (const queued of Object.values(yield* select(selectQueuedRecords)))
      yield* call(send, endpoint, queued);
    if (Object.keys(yield* select(selectQueuedRecords)).length === 0) return;
  }
}

function* send(endpoint: Endpoint, queued: QueuedRecord): Saga {
  const { id, programId, stepKey, record } = queued;
  try {
    yield* run(endpoint.initiate({ programId, stepKey, record }, { track: false }));
  } catch (error) {
    const problem = problemOf(error);
    if (problem.kind === 'session' || isTransientFailure(problem)) return;
    const text = `A step that you changed offline could not be saved. ${problem.message}`;
    yield* put(toastShown({ id, text, canUndo: false }));
  }
  // A change made in the meantime is newer, and stays.
  if ((yield* select(selectQueuedRecords))[id] === queued) yield* call(settle, id);
}
