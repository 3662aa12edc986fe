import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import { rootReducer } from '#store/rootReducer.ts';

/** Whether a newer version of the application was deployed since this page was loaded. */
const versionSlice = createSlice({
  name: 'version',
  initialState: { isNewAvailable: false, isPostponed: false },
  reducers: {
    newFound(version) {
      version.isNewAvailable = true;
    },
    /** The user closed the note. The next reload opens the new version. */
    postponed(version) {
      version.isPostponed = true;
    },
    /** The user asked for the new version; a saga reloads the page. */
    reloadRequested: () => {},
  },
  selectors: {
    selectIsUpdateShown: ({ isNewAvailable, isPostponed }) => isNewAvailable && !isPostponed,
  },
});

declare module '#store/rootReducer.ts' {
  export interface LazySlices extends WithSlice<typeof versionSlice> {}
}
const injected = versionSlice.injectInto(rootReducer);

export const {
  newFound: newVersionFound,
  postponed: updatePostponed,
  reloadRequested,
} = versionSlice.actions;
export const { selectIsUpdateShown } = injected.selectors;
