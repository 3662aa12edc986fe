import { waitToRetry } from '#sagas/backoff.ts';
import { call, dispatch, type Saga } from '#sagas/effects.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { peopleApi } from '#store/people/peopleApi.ts';

/**
 * Loads the people whom the user may message and keeps them for the session: chat, search and the bell read names from
 * it.
 */
export function* loadDirectory(): Saga {
  for (let attempt = 1; ; attempt++) {
    const held = yield* dispatch(peopleApi.endpoints.listUsers.initiate());
    const { error } = yield* call(() => held);
    if (!error || problemOf(error).kind === 'session') return; // the subscription ends with the cache at the end of the session
    held.unsubscribe();
    yield* waitToRetry(attempt);
  }
}
