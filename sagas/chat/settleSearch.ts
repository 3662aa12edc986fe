import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { delay, put, type Saga, takeLatest } from '#sagas/effects.ts';
import { searchSettled, searchTextChanged } from '#store/chat/chatSlice.ts';

/** People are looked for once the typing pauses: no list that jumps, and no count read out, at every letter. */
export function* settleSearches(): Saga {
  yield takeLatest(searchTextChanged, settleSearch);
}

function* settleSearch(): Saga {
  yield* delay(SEARCH_DEBOUNCE_MS);
  yield* put(searchSettled());
}
