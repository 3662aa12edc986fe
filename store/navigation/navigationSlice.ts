import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The application's location. The router renders from it; the address bar follows (decision 0010). */
export interface AppLocation {
  pathname: string;
  search: string;
  hash: string;
  /** State passed with a navigation. The query always repeats it, because a new tab loses it. */
  state: unknown;
  key: string;
}
export interface LocationChange {
  location: AppLocation;
  /** `START` is the address at which the application was opened. */
  kind: 'START' | 'PUSH' | 'REPLACE' | 'POP';
}

/**
 * The state of a navigation that only changes the address of the current screen. Other navigations to another path mount
 * the screen again.
 */
export const sameScreen = { isSameScreen: true };
export const isSameScreen = ({ state }: AppLocation) =>
  typeof state === 'object' && state !== null && 'isSameScreen' in state;

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
