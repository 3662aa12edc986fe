import { useState } from 'react';
import { useAppSelector } from '#src/app/hooks.ts';
import { lazyPart } from '#src/ui/feedback/lazyPart.tsx';
import { useGetCoachingActionsQuery } from '#store/coaching/actions/actionsApi.ts';
import { selectAgreedActions } from '#store/coaching/actions/actionsSlice.ts';
import { selectUser } from '#store/session/sessionSlice.ts';

/** Loaded only for people who have agreed on something. */
const AgreedList = lazyPart(() => import('./AgreedList.tsx'));

/**
 * The actions that the person agreed on in their last sessions. They are encrypted, so only this browser can list them.
 */
export function AgreedActions() {
  useGetCoachingActionsQuery(undefined, { refetchOnMountOrArgChange: true }); // notes change without a tag
  const me = useAppSelector((state) => selectUser(state)?.userId);
  const { keys, unlockAt, actions } = useAppSelector(selectAgreedActions);
  const mine = actions.filter(({ ownerId }) => ownerId === me);
  const lockedAt = keys === 'locked' ? unlockAt : null;
  const hasAny = lockedAt !== null || mine.length > 0;
  // It stays when the last action is done.
  const [isShown, setShown] = useState(false);
  if (hasAny && !isShown) setShown(true);
  return isShown ? <AgreedList actions={mine} unlockAt={lockedAt} /> : null;
}
