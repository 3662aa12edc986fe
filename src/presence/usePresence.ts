import { useAppSelector } from '#src/app/hooks.ts';
import { selectPresenceOf } from '#store/presence/presenceSelectors.ts';
import type { Presence } from '#store/presence/presenceSlice.ts';

export const usePresence = (userId: number): Presence =>
  useAppSelector((state) => selectPresenceOf(state, userId));

/** The presence as text, next to the mark on the avatar. In lists, only people who are online have a text. */
export const presenceLabels: Record<Presence, string | null> = {
  online: 'online',
  recently: 'recently online',
  offline: null,
  unknown: null,
};
