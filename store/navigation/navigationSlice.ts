import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Where the application is. The router renders from here; the address bar follows (design decision 5). */
export interface AppLocation {
  pathname: string;
  search: string;
  hash: string;
  /** State given with a navigation. Always repeated in the query, since a new tab loses it (ruling 4). */
  state: unknown;
  key: string;
}
export interface LocationChange {
  location: AppLocation;
  /** `START` is the address the application was opened at. */
  kind: 'START' | 'PUSH' | 'REPLACE' | 'POP';
}

const nowhere: AppLocation = { pathname: '/', search: '', hash: '', state: null, key: 'default' };

const navigationSlice = createSlice({
  name: 'navigation',
  initialState: { location: nowhere, kind: 'START' as LocationChange['kind'] },
  reducers: {
    locationChanged: (_navigation, { payload }: PayloadAction<LocationChange>) => payload,
  },
  selectors: {
    selectLocation: (navigation) => navigation.location,
    selectPath: ({ location }) => `${location.pathname}${location.search}${location.hash}`,
    selectNavigationKind: (navigation) => navigation.kind,
  },
});
export const { locationChanged } = navigationSlice.actions;
export const { selectLocation, selectPath, selectNavigationKind } = navigationSlice.selectors;
export default navigationSlice;
