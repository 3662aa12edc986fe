import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { delay, put, type Saga, takeLatest } from '#sagas/effects.ts';
import { searchSettled, searchTextChanged } from '#store/chat/widgetSlice.ts';

/**
 * Searches for people when the user pauses typing, so that the results and their announcement do not change with every
 * key.
 */
export function* settleSearches(): Saga {
  yield takeLatest(searchTextChanged, settleSearch);
}

function* settleSearch(): Saga {
  yield* delay(SEARCH_DEBOUNCE_MS);
  yield* put(searchSettled());
}
