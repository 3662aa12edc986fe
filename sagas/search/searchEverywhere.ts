import type { PayloadAction } from '@reduxjs/toolkit';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { call, delay, put, run, type Saga, takeLatest } from '#sagas/effects.ts';
import { searchSent, searchTyped } from '#store/search/searchSlice.ts';
import { isLongEnough, nameIn } from '#store/search/searchText.ts';

/** Searches when the user pauses typing. A newer text cancels the request of the older one. */
export function* searchEverywhere(): Saga {
  yield takeLatest(searchTyped, search);
}

function* search({ payload }: PayloadAction<string>): Saga {
  const text = nameIn(payload);
  yield* delay(SEARCH_DEBOUNCE_MS);
  yield* put(searchSent(text));
  if (!isLongEnough(text)) return;
  try {
    // The endpoint is loaded later than the first screen.
    const { searchApi } = yield* call(() => import('#store/search/searchApi.ts'));
    yield* run(searchApi.endpoints.search.initiate(text, { subscribe: false, forceRefetch: true }));
  } catch {
    // The dialog reads the error from the cache.
  }
}
