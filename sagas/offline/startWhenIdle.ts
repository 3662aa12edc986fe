import { call, ports, type Saga } from '#sagas/effects.ts';

/** Starts when the first page is idle, because the code is not part of it. */
export function* startWhenIdle(): Saga {
  const { loadUpdates } = yield* ports();
  const updates = yield* call(loadUpdates);
  const { runIdleSagas } = yield* call(() => import(/* webpackChunkName: "version" */ './idleSagas.ts'));
  yield* call(runIdleSagas, updates);
}
