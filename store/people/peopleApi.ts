import type { BaseQueryApi } from '@reduxjs/toolkit/query';
import type * as z from 'zod/mini';
import { DIRECTORY_MAX_PEOPLE } from '#contract/limits.ts';
import type { Participant } from '#contract/people.ts';
import { administratorsSchema, type Person, peopleSchema } from '#contract/people.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { updateCacheAfter } from '#store/api/updateCacheAfter.ts';

/** The people that the client knows. */
export interface KnownPeople {
  people: Person[];
  /** False in a large organisation: only people whom the user has met are known. */
  isComplete: boolean;
  /** User ids that were looked up and are not in the directory. */
  missing: number[];
}

export const peopleApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * All people the user can message, or none in a large organisation, where they are added when they are found. Department
     * 0 means all. See docs/decisions/0040-people-directory.md.
     */
    listUsers: build.query<KnownPeople, void>({
      query: () => `/users?department=0&ifAtMost=${DIRECTORY_MAX_PEOPLE}`,
      rawResponseSchema: peopleSchema,
      transformResponse: ({ data, isComplete = true }: z.infer<typeof peopleSchema>) => ({
        people: data,
        isComplete,
        missing: [],
      }),
      providesTags: ['People'],
    }),
    /** At most 100 people by user id. */
    findUsers: build.query<Person[], number[]>({
      query: (ids) => `/users/known?ids=${ids.join(',')}`,
      rawResponseSchema: peopleSchema,
      transformResponse: ({ data }: z.infer<typeof peopleSchema>) => data,
      onQueryStarted: updateCacheAfter((dispatch, people: Person[], ids: number[]) =>
        addPeople(dispatch, people, ids),
      ),
      keepUnusedDataFor: 0,
    }),
    /** People whose name, email address or topic matches. */
    searchUsers: build.query<Person[], string>({
      query: (text) => `/users/search?text=${encodeURIComponent(text)}`,
      rawResponseSchema: peopleSchema,
      transformResponse: ({ data }: z.infer<typeof peopleSchema>) => data,
      onQueryStarted: updateCacheAfter((dispatch, people: Person[]) => addPeople(dispatch, people, [])),
    }),
    listAdministrators: build.query<Participant[], void>({
      query: () => '/users/administrators',
      rawResponseSchema: administratorsSchema,
      transformResponse: ({ data }: z.infer<typeof administratorsSchema>) => data,
      providesTags: ['People'],
    }),
  }),
});
export const { useListAdministratorsQuery, useSearchUsersQuery } = peopleApi;

/** Adds found people to the known ones, so that every screen shows their names. */
function addPeople(dispatch: BaseQueryApi['dispatch'], people: Person[], wanted: readonly number[]): void {
  const found = new Map(people.map((person) => [person.userId, person]));
  const isFound = (userId: number) => found.has(userId);
  dispatch(
    peopleApi.util.updateQueryData('listUsers', undefined, (known) => {
      known.people = [...known.people.filter(({ userId }) => !isFound(userId)), ...people];
      known.missing = [...new Set([...known.missing, ...wanted])].filter((userId) => !isFound(userId));
    }),
  );
}
