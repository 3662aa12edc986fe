import type { DocumentKind } from '#contract/learning/coachingRoom.ts';
import { plural } from '#src/ui/text/plural.ts';
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

/**
 * What changed in the agenda, by the viewer or the other person; null if nothing did. `ticked` is the item that the
 * viewer has just ticked: its checkbox already says so.
 */
export function agendaNews(
  before: readonly AgendaEntry[],
  after: readonly AgendaEntry[],
  ticked: string | null,
): string | null {
  const without = (rows: readonly AgendaEntry[], others: readonly AgendaEntry[]) => {
    const ids = new Set(others.map(({ item }) => item.id));
    return rows.filter(({ item }) => !ids.has(item.id));
  };
  const [added, removed] = [without(after, before), without(before, after)];
  const [first, gone] = [added[0], removed[0]];
  const known = new Map(before.map(({ item }) => [item.id, item]));
  const changes = after.flatMap(({ item }, index) => {
    const was = known.get(item.id);
    if (!was) return [];
    return [
      was.isDone !== item.isDone &&
        item.id !== ticked &&
        (item.isDone ? `“${item.text}” is done.` : `“${item.text}” is not done.`),
      was.order !== item.order && `“${item.text}” is now item ${index + 1} of ${after.length}.`,
    ];
  });
  const sentences = [
    first &&
      (added.length === 1
        ? `“${first.item.text}” is added as item ${after.indexOf(first) + 1} of ${after.length}.`
        : plural(added.length, '# agenda item is added.', '# agenda items are added.')),
    gone &&
      (removed.length === 1
        ? `“${gone.item.text}” is removed from the agenda.`
        : plural(removed.length, '# agenda item is removed.', '# agenda items are removed.')),
    ...changes,
  ].filter(Boolean);
  return sentences.length === 0 ? null : sentences.join(' ');
}
