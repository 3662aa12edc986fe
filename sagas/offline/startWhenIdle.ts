import { call, fork, ports, type Saga } from '#sagas/effects.ts';

/** Starts when the first page is idle, because the code is not part of it. */
export function* startWhenIdle(): Saga {
  const { loadUpdates } = yield* ports();
  const updates = yield* call(loadUpdates);
  if (!updates) return;
  const { wipeSavedResponses, watchVersion } = yield* call(
    () => import(/* webpackChunkName: "version" */ './idleSagas.ts'),
  );
  yield* fork(wipeSavedResponses);
  yield* call(watchVersion, updates);
}
