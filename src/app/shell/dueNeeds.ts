import { createSelector } from '@reduxjs/toolkit';
import type { Need } from '#contract/home.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { listedNeeds } from '#src/home/needs.ts';
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
