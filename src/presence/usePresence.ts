import { useEffect } from 'react';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { selectPresenceOf } from '#store/presence/presenceSelectors.ts';
import { type Presence, presenceShown, selectFollowed } from '#store/presence/presenceSlice.ts';

/** In a large organisation, the presence of a person is followed from the first time that it is shown. */
export function usePresence(userId: number): Presence {
  const presence = useAppSelector((state) => selectPresenceOf(state, userId));
  const isUnfollowed = useAppSelector((state) => selectFollowed(state) !== null && presence === 'unknown');
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (isUnfollowed) dispatch(presenceShown({ userId }));
  }, [dispatch, isUnfollowed, userId]);
  return presence;
}

/** The presence as text, next to the mark on the avatar. In lists, only people who are online have a text. */
export const presenceLabels: Record<Presence, string | null> = {
  online: 'online',
  recently: 'recently online',
  offline: null,
  unknown: null,
};
