import type { DocumentKind } from '#contract/learning/coachingRoom.ts';
import type { AgendaItem, NotesContent } from '#store/coaching/room/notesContent.ts';

export interface AgendaEntry {
  item: AgendaItem;
  kind: DocumentKind;
}

/** Shared items, and the viewer's private ones between them. */
export const agendaRows = (shared: NotesContent | null, own: NotesContent | null): AgendaEntry[] =>
  [
    ...(shared?.agenda ?? []).map((item) => ({ item, kind: 'shared' as const })),
    ...(own?.agenda ?? []).map((item) => ({ item, kind: 'own' as const })),
  ].sort((a, b) => a.item.order - b.item.order);
