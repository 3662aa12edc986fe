import { put, type Saga } from '#sagas/effects.ts';
import { agreedActionsRead } from '#store/coaching/actions/actionsSlice.ts';

/** A person without keys has no actions to decrypt. */
export function* skipActions(): Saga {
  yield* put(agreedActionsRead({ keys: 'none', unlockAt: null, actions: [] }));
}
