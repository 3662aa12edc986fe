import { waitToRetry } from '#sagas/backoff.ts';
import { call, dispatch, fork, type Saga } from '#sagas/effects.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { peopleApi } from '#store/people/peopleApi.ts';
import { meetPeople } from './meetPeople.ts';

/**
 * Loads the people whom the user may message and keeps them for the session: chat, search and the bell read names from
 * it. In a large organisation, people are looked up when they first appear.
 */
export function* loadDirectory(): Saga {
  for (let attempt = 1; ; attempt++) {
    const held = yield* dispatch(peopleApi.endpoints.listUsers.initiate());
    const { data, error } = yield* call(() => held);
    // The subscription ends with the cache at the end of the session.
    if (data && !data.isComplete) return void (yield* fork(meetPeople));
    if (!error || problemOf(error).kind === 'session') return;
    held.unsubscribe();
    yield* waitToRetry(attempt);
  }
}
