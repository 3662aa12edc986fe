import { nanoid } from '@reduxjs/toolkit';
import type { DocumentKind } from '#contract/learning/coachingRoom.ts';
import { useAppDispatch } from '#src/app/hooks.ts';
import type { NotesEdit } from '#store/coaching/room/notesContent.ts';
import { roomEdited } from '#store/coaching/room/roomSlice.ts';

export const newItemId = () => nanoid(12);

/** Changes a document of the open session. */
export function useRoomEdit() {
  const dispatch = useAppDispatch();
  return (kind: DocumentKind, edit: NotesEdit) => dispatch(roomEdited({ kind, edit }));
}
