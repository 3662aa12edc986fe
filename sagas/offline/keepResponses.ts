import { type Action, isFulfilled, isPending, isRejected } from '@reduxjs/toolkit';
import type { SessionUser } from '#contract/access/session.ts';
import { call, ports, put, type Saga, select, takeEvery } from '#sagas/effects.ts';
import { isTransientFailure, problemOf } from '#store/api/problemOf.ts';
import { savedResponseRestored } from '#store/api/savedResponseRestored.ts';
import { SAVED_QUERIES } from '#store/api/savedResponses.ts';
import { selectConnection } from '#store/connection/connectionSlice.ts';
import type { RootState } from '#store/rootReducer.ts';
import { selectSession, selectUser, sessionConfirmed, userChanged } from '#store/session/sessionSlice.ts';

interface QueryAction extends Action {
  meta: { arg: { queryCacheKey: string; endpointName: string } };
}
const isSavedQuery = (action: Action): action is QueryAction =>
  SAVED_QUERIES.has((action as QueryAction).meta.arg?.endpointName);

const hasResponse = (action: Action) => isFulfilled(action) && isSavedQuery(action);
const isStarted = (action: Action) => isPending(action) && isSavedQuery(action);
const hasFailed = (action: Action) => isRejected(action) && isSavedQuery(action);

const selectQuery = ({ api }: RootState, key: string) => api.queries[key];

/**
 * Keeps the last responses of the session's screens in this browser. When a call gets no response, its screen shows the
 * last one; the failed call is repeated as usual (refetchFailed), and its response replaces it.
 */
export function* keepResponses(user: SessionUser): Saga {
  // The screens start their calls while the code of the storage is loaded.
  yield takeEvery(hasResponse, keep);
  yield takeEvery(isStarted, restoreWhenAway);
  yield takeEvery(hasFailed, restore);
  yield takeEvery([userChanged, sessionConfirmed], function* (): Saga {
    const changed = yield* select(selectUser);
    if (changed) yield* call(keepUser, changed);
  });
  yield* call(keepUser, user);
}

function* keepUser(user: SessionUser): Saga {
  const { loadSavedResponses } = yield* ports();
  const savedResponses = yield* call(loadSavedResponses);
  yield* call(() => savedResponses.keepUser(user));
}

function* keep({ meta: { arg } }: QueryAction): Saga {
  const { loadSavedResponses } = yield* ports();
  const savedResponses = yield* call(loadSavedResponses);
  const query = yield* select(selectQuery, arg.queryCacheKey);
  const { data, fulfilledTimeStamp: savedAt } = query ?? {};
  if (data === undefined || savedAt === undefined) return;
  yield* call(() => savedResponses.keep({ key: arg.queryCacheKey, data, savedAt }));
}

/** The server is known to be unreachable, so the screen does not wait for the call to fail. */
function* restoreWhenAway(action: QueryAction): Saga {
  const { isSaved } = yield* select(selectSession);
  const { isOffline, phase } = yield* select(selectConnection);
  if (isSaved || isOffline || phase === 'reconnecting') yield* call(restore, action);
}

function* restore({ meta: { arg } }: QueryAction): Saga {
  const { loadSavedResponses } = yield* ports();
  const savedResponses = yield* call(loadSavedResponses);
  const key = arg.queryCacheKey;
  if ((yield* select(selectQuery, key))?.data !== undefined) return;
  const response = yield* call(() => savedResponses.read(key));
  const query = yield* select(selectQuery, key);
  if (!response || !query || query.data !== undefined) return;
  // A refusal, such as 404, is newer than the saved response.
  if (query.status === 'rejected' && !isTransientFailure(problemOf(query.error))) return;
  const { data, savedAt } = response;
  const status = query.status === 'rejected' ? query.status : ('fulfilled' as const);
  yield* put(savedResponseRestored({ key, query: { ...query, status, data, fulfilledTimeStamp: savedAt } }));
}
