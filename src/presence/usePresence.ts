import { useAppSelector } from '#src/app/hooks.ts';
import { selectPresenceOf } from '#store/presence/presenceSelectors.ts';
import type { Presence } from '#store/presence/presenceSlice.ts';

export const usePresence = (userId: number): Presence =>
  useAppSelector((state) => selectPresenceOf(state, userId));

/** The presence as text, beside the mark on the avatar. People who are not online have no text in lists. */
export const presenceLabels: Record<Presence, string | null> = {
  online: 'online',
  recently: 'recently online',
  offline: null,
  unknown: null,
};
