import { useState } from 'react';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { selectIsDeletedBy } from '#store/chat/messageActionSelectors.ts';
import { isInEditWindow } from '#store/chat/messageActions.ts';
import { editCancelled, selectEdited } from '#store/drafts/draftsSlice.ts';

/** Why the message can no longer be edited. The user can send the text as a new message. */
export type EditObstacle = 'deleted' | 'late';

export interface MessageEdit {
  messageTimetoken: string;
  obstacle: EditObstacle | null;
  /** Checks the time again when the user saves, because the edit window closes without an event. */
  isStillAllowed: () => boolean;
  discard: () => void;
}

/** The edit in the composer of a conversation, or null. */
export function useMessageEdit(channel: string, ownId: number): MessageEdit | null {
  const dispatch = useAppDispatch();
  const messageTimetoken = useAppSelector((state) => selectEdited(state, channel));
  const isDeleted = useAppSelector(
    (state) => messageTimetoken !== null && selectIsDeletedBy(state, messageTimetoken, ownId),
  );
  // An edit that was restored after a reload may already be too late.
  const [lateTimetoken, setLateTimetoken] = useState(() =>
    messageTimetoken !== null && !isInEditWindow(messageTimetoken, Date.now()) ? messageTimetoken : null,
  );
  if (messageTimetoken === null) return null;
  return {
    messageTimetoken,
    obstacle: isDeleted ? 'deleted' : lateTimetoken === messageTimetoken ? 'late' : null,
    isStillAllowed() {
      const isInTime = isInEditWindow(messageTimetoken, Date.now());
      if (!isInTime) setLateTimetoken(messageTimetoken);
      return isInTime && !isDeleted;
    },
    discard: () => void dispatch(editCancelled({ channel })),
  };
}
