import { createSelector } from '@reduxjs/toolkit';
import type { Need } from '#contract/home.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { listedNeeds } from '#src/home/needs.ts';
import { plural } from '#src/ui/text/plural.ts';
import { homeApi } from '#store/home/homeApi.ts';
import type { RootState } from '#store/rootReducer.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { dueByArea } from './navigation.ts';

const selectHome = homeApi.endpoints.getHome.select();
const noNeeds: Need[] = [];
const selectListed = createSelector(
  (state: RootState) => selectHome(state).data,
  (home) => (home ? listedNeeds(home) : noNeeds),
);
const selectDue = createSelector([selectListed, selectUser], (needs, user) =>
  user ? dueByArea(needs, user) : new Map<string, number>(),
);

/** The numbers in the navigation: the items on home that lead to each area. */
export const useDueByArea = () => useAppSelector(selectDue);

/** A page counts people and the navigation counts items, so the sentences under the page's title name both. */
export function useAttentionText(people: number, path: string): string {
  const due = useDueByArea().get(path) ?? 0;
  if (people === 0) return 'No one needs your attention.';
  const sentences = [
    plural(people, '# person needs your attention.', '# people need your attention.'),
    due > 0 && plural(due, 'Home lists # item about them.', 'Home lists # items about them.'),
  ];
  return sentences.filter(Boolean).join(' ');
}
