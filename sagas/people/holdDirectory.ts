import { waitToRetry } from '#sagas/backoff.ts';
import { call, dispatch, type Saga } from '#sagas/effects.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { peopleApi } from '#store/people/peopleApi.ts';

/** Whom the person may address, held for as long as the session lasts: chat, search and the bell read names from it. */
export function* holdDirectory(): Saga {
  for (let attempt = 1; ; attempt++) {
    const held = yield* dispatch(peopleApi.endpoints.listUsers.initiate());
    const { error } = yield* call(() => held);
    if (!error || problemOf(error).kind === 'session') return; // the subscription goes with the cache at the session's end
    held.unsubscribe();
    yield* waitToRetry(attempt);
  }
}
