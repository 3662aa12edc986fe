import { useState } from 'react';
import type { AdminPerson } from '#contract/administration/peopleAdmin.ts';

interface State {
  /** The search and filters for which people were selected. Another query starts without a selection. */
  query: string;
  ids: ReadonlySet<number>;
  /** All results of the query, including those that are not loaded. */
  isAll: boolean;
  /** First row of a range selection. */
  anchor: number | null;
}

/** The people selected in the table. `people` are those who can be selected. */
export function useSelection(query: string, people: readonly AdminPerson[], total: number) {
  const none: State = { query, ids: new Set(), isAll: false, anchor: null };
  const [kept, set] = useState(none);
  const state = kept.query === query ? kept : none;
  const shown = people.map(({ userId }) => userId);
  const ids = state.isAll ? new Set(shown) : state.ids;
  const toggle = (userId: number, isRange = false) => {
    if (!shown.includes(userId)) return;
    const next = new Set(ids);
    const [from, to] = [shown.indexOf(state.anchor ?? userId), shown.indexOf(userId)];
    if (isRange && from >= 0)
      for (const id of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(id);
    else if (!next.delete(userId)) next.add(userId);
    set({ query, ids: next, isAll: false, anchor: userId });
  };
  return {
    ids,
    isAll: state.isAll,
    count: state.isAll ? total : ids.size,
    toggle,
    selectShown: () => set({ ...none, ids: new Set(shown) }),
    selectAll: () => set({ ...none, isAll: true }),
    clear: () => set(none),
  };
}
export type Selection = ReturnType<typeof useSelection>;
