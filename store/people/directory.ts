import { createAction, createSelector } from '@reduxjs/toolkit';
import type { Person } from '#contract/people.ts';
import { type KnownPeople, peopleApi } from './peopleApi.ts';

type WithApi = Parameters<ReturnType<typeof peopleApi.endpoints.listUsers.select>>[0];

export interface Directory {
  byId: ReadonlyMap<number, Person>;
  byUuid: ReadonlyMap<string, Person>;
}

const selectListed = peopleApi.endpoints.listUsers.select();
const none: KnownPeople = { people: [], isComplete: false, missing: [] };
export const selectKnownPeople = (state: WithApi): KnownPeople => selectListed(state).data ?? none;
export const selectPeople = (state: WithApi): Person[] => selectKnownPeople(state).people;
export const selectHasDirectory = (state: WithApi): boolean => selectListed(state).data !== undefined;
/** Whether people are searched on the server, because the organisation is too large to load. */
export const selectIsLargeOrganisation = (state: WithApi): boolean =>
  selectListed(state).data?.isComplete === false;

/** Rebuilt only when the known people change. */
export const selectDirectory = createSelector(
  [selectPeople],
  (people): Directory => ({
    byId: new Map(people.map((person) => [person.userId, person])),
    byUuid: new Map(people.map((person) => [person.uuid, person])),
  }),
);
export const selectPersonById = (state: WithApi, userId: number): Person | null =>
  selectDirectory(state).byId.get(userId) ?? null;

/**
 * Whether this person is known to be missing from the directory, based on the part that has been loaded or searched.
 */
export const selectIsNotInDirectory = (state: WithApi, userId: number): boolean => {
  const { isComplete, missing } = selectKnownPeople(state);
  return selectPersonById(state, userId) === null && (isComplete || missing.includes(userId));
};

/** A screen shows these people. A saga looks up those who are not known yet. */
export const peopleShown = createAction<{ userIds: number[] }>('people/shown');
