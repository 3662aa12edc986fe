import { useState } from 'react';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { selectIsDeletedBy } from '#store/chat/chatSelectors.ts';
import { isInWindow } from '#store/chat/marks.ts';
import { editGivenUp, selectEdited } from '#store/drafts/draftsSlice.ts';

/** Why a message cannot be corrected any more. What was typed meanwhile can still go as a new one. */
export type Obstacle = 'deleted' | 'late';

export interface Correction {
  messageTimetoken: string;
  obstacle: Obstacle | null;
  /** Whether it can still be made; asked at the last moment, since the window closes by itself. */
  isStillOpen: () => boolean;
  giveUp: () => void;
}

/** The correction that stands in the field of a conversation, if one was begun. */
export function useCorrection(channel: string, ownId: number): Correction | null {
  const dispatch = useAppDispatch();
  const messageTimetoken = useAppSelector((state) => selectEdited(state, channel));
  const isDeleted = useAppSelector(
    (state) => messageTimetoken !== null && selectIsDeletedBy(state, messageTimetoken, ownId),
  );
  // One that was begun before a reload, or a while ago, may be too late from the start.
  const [late, setLate] = useState(() =>
    messageTimetoken !== null && !isInWindow(messageTimetoken, Date.now()) ? messageTimetoken : null,
  );
  if (messageTimetoken === null) return null;
  const isStillOpen = () => {
    const isOpen = isInWindow(messageTimetoken, Date.now());
    if (!isOpen) setLate(messageTimetoken);
    return isOpen && !isDeleted;
  };
  return {
    messageTimetoken,
    obstacle: isDeleted ? 'deleted' : late === messageTimetoken ? 'late' : null,
    isStillOpen,
    giveUp: () => void dispatch(editGivenUp({ channel })),
  };
}
