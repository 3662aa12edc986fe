import { call, ports, type Saga, select } from '#sagas/effects.ts';
import { selectUser } from '#store/session/sessionSlice.ts';

/** True for the first tab of this browser that claims the user's event; false for every other tab and after a reload. */
export function* claim(event: string): Saga<boolean> {
  const { claims } = yield* ports();
  const me = yield* select(selectUser);
  return me !== null && (yield* call(() => claims.claim(`${me.uuid}/${event}`)));
}
