import { call, fork, type Saga } from '#sagas/effects.ts';
import { refreshUser } from '#sagas/session/refreshUser.ts';
import type { UpdatesPort } from '#store/ports/updates.ts';
import { watchVersion } from './watchVersion.ts';
import { wipeSavedResponses } from './wipeSavedResponses.ts';

/** What the first page starts when it is idle. Without a service worker there are no updates and no saved responses. */
export function* runIdleSagas(updates: UpdatesPort | null): Saga {
  yield* fork(refreshUser);
  if (!updates) return;
  yield* fork(wipeSavedResponses);
  yield* call(watchVersion, updates);
}
