import { selectDirectory } from '#store/people/directory.ts';
import type { RootState } from '#store/rootReducer.ts';
import { type Presence, selectPresence } from './presenceSlice.ts';

export const selectPresenceOf = (state: RootState, userId: number): Presence => {
  const person = selectDirectory(state).byId.get(userId);
  return person ? selectPresence(state, person.uuid) : 'offline';
};
