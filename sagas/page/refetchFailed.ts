import { type Action, isAnyOf, isRejected, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import { waitToRetry } from '#sagas/backoff.ts';
import { call, dispatch, ports, type Saga, select, takeLatest, takeLeading } from '#sagas/effects.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { isTransientFailure, problemOf } from '#store/api/problemOf.ts';
import { connected, networkChanged, selectConnection } from '#store/connection/connectionSlice.ts';
import type { RootState } from '#store/rootReducer.ts';
import { waitUntilVisible } from './waitUntilVisible.ts';

/**
 * A call that was sent earlier may fail after the connection is back, so failed queries are looked up several times.
 */
const ROUNDS = 4;

const isTrigger = isAnyOf(connected, networkChanged);
const isFailedQuery = (action: Action) =>
  isRejected(action) && (action.meta.arg as { type?: string } | undefined)?.type !== 'mutation';

/** Loads failed queries again, so that no screen keeps its error after the cause is gone. */
export function* refetchFailed(): Saga {
  yield takeLatest(isTrigger, refetch);
  yield takeLeading(isFailedQuery, keepTrying);
}

/** If only the API is unreachable, no event reports its return. So a visible page retries after growing pauses. */
function* keepTrying(): Saga {
  const { page } = yield* ports();
  for (let attempt = 1; page.isOnline(); attempt++) {
    yield* call(waitToRetry, attempt);
    yield* call(waitUntilVisible);
    const failed = yield* select(selectFailed);
    // The state lists subscriptions with a delay, so the first lookup may find none.
    if (failed.length === 0 && attempt > 1) return;
    for (const { endpointName, originalArgs } of failed) {
      const answer = yield* dispatch(initiate(endpointName, originalArgs));
      yield* call(() => Promise.resolve(answer));
    }
  }
}

function* refetch(action: ReturnType<typeof connected | typeof networkChanged>): Saga {
  const { hasBeenLost } = yield* select(selectConnection);
  const isBack = networkChanged.match(action) ? action.payload.isOnline : hasBeenLost;
  if (!isBack) return;
  for (let round = 1; round <= ROUNDS; round++) {
    for (const { endpointName, originalArgs } of yield* select(selectFailed))
      yield* dispatch(initiate(endpointName, originalArgs));
    yield* call(waitToRetry, round);
  }
}

/** Queries of open screens. */
function selectFailed({ api: { queries, subscriptions } }: RootState) {
  return Object.entries(queries).flatMap(([key, query]) => {
    const isShown = Object.keys(subscriptions[key] ?? {}).length > 0;
    if (!isShown || query?.status !== 'rejected' || !isTransientFailure(problemOf(query.error))) return [];
    return [{ endpointName: query.endpointName, originalArgs: query.originalArgs }];
  });
}

/** The state holds names and arguments of endpoints without their types. */
function initiate(endpointName: string, originalArgs: unknown) {
  const endpoints = baseApi.endpoints as Record<
    string,
    { initiate(arg: unknown, options: object): ThunkAction<unknown, RootState, unknown, UnknownAction> }
  >;
  return endpoints[endpointName]!.initiate(originalArgs, { subscribe: false, forceRefetch: true });
}
