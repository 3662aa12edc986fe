import { type Action, isAnyOf, isFulfilled, isRejected, type PayloadAction } from '@reduxjs/toolkit';
import type { SessionUser } from '#contract/access/session.ts';
import { waitToRetry } from '#sagas/backoff.ts';
import {
  call,
  fork,
  ports,
  put,
  run,
  type Saga,
  select,
  takeAny,
  takeEvery,
  takeLeading,
} from '#sagas/effects.ts';
import { isTransientFailure, problemOf } from '#store/api/problemOf.ts';
import { selectMessage } from '#store/chat/messageSelectors.ts';
import { messageSent } from '#store/chat/messagesSlice.ts';
import { draftChanged } from '#store/drafts/draftsSlice.ts';
import {
  callQueued,
  type QueuedArguments,
  type QueuedCall,
  queuedCallId,
  queuedCallSettled,
  queuedCallsRestored,
  queuedCallWithdrawn,
  queuedSurveyId,
  selectQueuedCalls,
} from '#store/offline/queuedCallsSlice.ts';
import type { RootState } from '#store/rootReducer.ts';
import { anonymouslyAnswered } from '#store/surveys/anonymouslyAnswered.ts';
import { surveyDraftKey } from '#store/surveys/surveyDraftKey.ts';
import { toastShown } from '#store/toasts/toastsSlice.ts';
import { queueCall } from './queueCall.ts';

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
const isTrigger = isAnyOf(callQueued, queuedCallsRestored, messageSent);
/** Participation is reported at a random time after the answers, so that the two times do not match (decision 0070). */
const REPORT_FROM_MS = 5_000;
const REPORT_SPREAD_MS = 40_000;

/**
 * Queues calls that got no response, and the delayed reports of anonymous surveys, in the outbox of this browser. Sends
 * the newest for each id until the server has it. A repeated call has no further effect (`QueuedArguments`).
 */
export function* sendQueuedCalls(user: SessionUser): Saga {
  const { outbox } = yield* ports();
  yield takeEvery(hasFailed, queueFailed);
  yield takeEvery(anonymouslyAnswered, queueReport);
  yield* fork(showReported);
  yield takeEvery(isSaved, function* (action: CallAction): Saga {
    const id = toCall(action)?.id;
    if (id && (yield* select(selectQueuedCalls))[id]) yield* call(settle, id);
  });
  yield takeEvery(queuedCallWithdrawn, function* ({ payload: { id } }): Saga {
    yield* call(() => outbox.remove(id));
  });
  yield takeLeading(isTrigger, sendAll);
  if ((yield* select(selectSendable)).length > 0) yield* call(sendAll);

  /** Loaded with the first report, because few sessions have one. */
  function* showReported(): Saga {
    while (
      !Object.values(yield* select(selectQueuedCalls)).some(
        ({ endpoint }) => endpoint === 'markSurveyAnswered',
      )
    )
      yield* takeAny(callQueued, queuedCallsRestored);
    // Without this code, the survey is shown as answered when the server has the report.
    const code = yield* call(() => import('./showAnswered.ts').catch(() => null));
    if (code) yield* call(code.showAnswered, user);
  }
  function* queueFailed(action: CallAction): Saga {
    const queued = toCall(action);
    if (queued && problemOf(action.payload).kind === 'offline') yield* call(queueCall, user, queued);
  }
  function* queueReport({ payload: { surveyId } }: PayloadAction<{ surveyId: string }>): Saga {
    const { now, random } = yield* ports();
    const notBefore = now() + REPORT_FROM_MS + random() * REPORT_SPREAD_MS;
    const id = queuedSurveyId(surveyId);
    yield* call(queueCall, user, { id, endpoint: 'markSurveyAnswered', args: { surveyId }, notBefore });
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

/** Without the calls whose message is pending: `messageSent` starts the next attempt. */
const selectSendable = (state: RootState) =>
  Object.values(selectQueuedCalls(state)).filter(
    ({ after }) => !after || selectMessage(state, after.channel, after.id)?.timetoken !== null,
  );

function* sendAll(): Saga {
  for (let attempt = 1; ; attempt++) {
    yield* call(waitToRetry, attempt);
    for (const queued of yield* select(selectSendable)) yield* call(send, queued);
    if ((yield* select(selectSendable)).length === 0) return;
  }
}

function* send(queued: QueuedCall): Saga {
  const { id, endpoint, notBefore = 0 } = queued;
  const { now } = yield* ports();
  if (now() < notBefore) return;
  const code = yield* call(loadEndpoints);
  if (!code) return;
  // While earlier calls were sent, it can have been withdrawn or replaced.
  if ((yield* select(selectQueuedCalls))[id] !== queued) return;
  let isAccepted = true;
  try {
    // `QueuedCall` pairs each endpoint with its arguments, which indexing loses.
    yield* run<unknown>(code[endpoint].initiate(queued.args as never, { track: false }));
  } catch (error) {
    isAccepted = false;
    const problem = problemOf(error);
    if (problem.kind === 'session' || isTransientFailure(problem)) return;
    const refused = code.refusedTexts[endpoint];
    if (refused) yield* put(toastShown({ id, text: `${refused} ${problem.message}`, canUndo: false }));
  }
  // A call made in the meantime is newer, and stays. So does the draft of answers that were withdrawn.
  if ((yield* select(selectQueuedCalls))[id] !== queued) return;
  if (isAccepted && queued.endpoint === 'submitSurvey')
    yield* put(draftChanged({ key: surveyDraftKey(queued.args.surveyId), text: '' }));
  yield* call(settle, id);
}

/** Null if the code could not be loaded: the call is repeated later. */
function* loadEndpoints() {
  return yield* call(() => import('./queuedEndpoints.ts').catch(() => null));
}
