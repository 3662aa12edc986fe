import { call, ports, type Saga } from '#sagas/effects.ts';

/** Starts when the first page is idle, because the code is not part of it. */
export function* followVersion(): Saga {
  const { loadUpdates } = yield* ports();
  const updates = yield* call(loadUpdates);
  if (!updates) return;
  const { watchVersion } = yield* call(() => import(/* webpackChunkName: "version" */ './watchVersion.ts'));
  yield* call(watchVersion, updates);
}
