import { createSelector } from '@reduxjs/toolkit';
import type { Person } from '#contract/people.ts';
import { peopleApi } from './peopleApi.ts';

type WithApi = Parameters<ReturnType<typeof peopleApi.endpoints.listUsers.select>>[0];

export interface Directory {
  byId: ReadonlyMap<number, Person>;
  byUuid: ReadonlyMap<string, Person>;
}

const selectListed = peopleApi.endpoints.listUsers.select();
const noPeople: Person[] = [];
export const selectPeople = (state: WithApi): Person[] => selectListed(state).data ?? noPeople;

/** Rebuilt only when the response of listUsers changes. */
export const selectDirectory = createSelector(
  [selectPeople],
  (people): Directory => ({
    byId: new Map(people.map((person) => [person.userId, person])),
    byUuid: new Map(people.map((person) => [person.uuid, person])),
  }),
);
export const selectPersonById = (state: WithApi, userId: number): Person | null =>
  selectDirectory(state).byId.get(userId) ?? null;
