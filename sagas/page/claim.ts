import { call, ports, type Saga, select } from '#sagas/effects.ts';
import { selectUser } from '#store/session/sessionSlice.ts';

/** True for the first tab of this browser that asks for an event of this person's, and for no other and at no reload. */
export function* claim(event: string): Saga<boolean> {
  const { moments } = yield* ports();
  const me = yield* select(selectUser);
  return me !== null && (yield* call(() => moments.claim(`${me.uuid}/${event}`)));
}
