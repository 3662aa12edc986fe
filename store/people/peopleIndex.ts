import { createSelector } from '@reduxjs/toolkit';
import { selectPeople } from './directory.ts';
import { buildSearchIndex } from './searchPeople.ts';

/** Search index of all people. Rebuilt only when the response of listUsers changes. */
export const selectPeopleIndex = createSelector([selectPeople], buildSearchIndex);
