import { createSelector } from '@reduxjs/toolkit';
import { selectPeople } from './directory.ts';
import { buildSearchIndex } from './searchPeople.ts';

/** Built once for each answer of listUsers, for whatever looks for people by the beginning of their name. */
export const selectPeopleIndex = createSelector([selectPeople], buildSearchIndex);
