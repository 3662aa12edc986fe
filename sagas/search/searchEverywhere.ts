import type { PayloadAction } from '@reduxjs/toolkit';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { call, delay, put, run, type Saga, takeLatest } from '#sagas/effects.ts';
import { dialogOpened } from '#store/dialogs/dialogsSlice.ts';
import { searchSent, searchTyped } from '#store/search/searchSlice.ts';
import { isLongEnough, nameIn } from '#store/search/searchText.ts';

const isSearchOpened = (action: unknown) => dialogOpened.match(action) && action.payload === 'search';

/** Searches when the user pauses typing. A newer text cancels the request for the older one. */
export function* searchEverywhere(): Saga {
  yield takeLatest(isSearchOpened, loadPlan);
  yield takeLatest(searchTyped, search);
}

/** The action “Plan session” names the coach. Home has loaded the same response. */
function* loadPlan(): Saga {
  try {
    const { nextCoachingApi } = yield* call(() => import('#store/coaching/nextCoachingApi.ts'));
    yield* run(nextCoachingApi.endpoints.getNextCoaching.initiate(undefined, { subscribe: false }));
  } catch {
    // The search works without this action.
  }
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
