import { useAppSelector } from '#src/app/hooks.ts';
import { selectPresenceOf } from '#store/presence/presenceSelectors.ts';
import type { Presence } from '#store/presence/presenceSlice.ts';

export const usePresence = (userId: number): Presence =>
  useAppSelector((state) => selectPresenceOf(state, userId));

/** Beside the mark on the picture stands the word. Who is away needs none, unless the place is theirs alone. */
export const presenceWords: Record<Presence, string | null> = {
  online: 'online',
  recently: 'recently online',
  offline: null,
};
