import { selectDirectory, selectHasDirectory } from '#store/people/directory.ts';
import type { RootState } from '#store/rootReducer.ts';
import { type Presence, selectPresence, selectPresenceState } from './presenceSlice.ts';

export const selectPresenceOf = (state: RootState, userId: number): Presence => {
  const person = selectDirectory(state).byId.get(userId);
  return person ? selectPresence(state, person.uuid) : 'offline';
};

/** Whether the presence of people is known. It needs the directory, which maps people to their messaging uuids. */
export const selectIsPresenceKnown = (state: RootState): boolean =>
  selectPresenceState(state).isKnown && selectHasDirectory(state);
