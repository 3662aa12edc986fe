import type { DocumentKind } from '#contract/learning/coachingRoom.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import type { AgendaSubject } from '#store/coaching/room/notesContent.ts';
import { selectRoom } from '#store/coaching/room/roomSlice.ts';
import { agendaRows } from './agendaRows.ts';
import { newItemId, useRoomEdit } from './useRoomEdit.ts';

/** An item that is added at the end. */
export interface NewItem {
  text: string;
  minutes: number;
  kind: DocumentKind;
  about: AgendaSubject | null;
}

/** Adds items at the end of the agenda, and returns their ids. */
export function useAddItems() {
  const { shared, own } = useAppSelector(selectRoom);
  const edit = useRoomEdit();
  const lastOrder = agendaRows(shared, own).at(-1)?.item.order ?? 0;
  return (items: readonly NewItem[]) =>
    items.map(({ kind, ...item }, index) => {
      const id = newItemId();
      edit(kind, {
        kind: 'agenda',
        item: { ...item, id, order: lastOrder + 1 + index, isDone: false, doneAt: 0 },
      });
      return id;
    });
}
