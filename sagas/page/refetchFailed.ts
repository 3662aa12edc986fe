import { isAnyOf, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import { waitToRetry } from '#sagas/backoff.ts';
import { call, dispatch, type Saga, select, takeLatest } from '#sagas/effects.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { isTransientFailure, problemOf } from '#store/api/problemOf.ts';
import { connected, networkChanged, selectConnection } from '#store/connection/connectionSlice.ts';
import type { RootState } from '#store/rootReducer.ts';

/** A call from before may fail only after the connection is back, so failures are looked up several times. */
const ROUNDS = 4;

const isTrigger = isAnyOf(connected, networkChanged);

/** Loads again what failed to load without a connection, so that no screen stays in error after its cause is gone. */
export function* refetchFailed(): Saga {
  yield takeLatest(isTrigger, refetch);
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
