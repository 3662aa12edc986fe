import type * as z from 'zod/mini';
import type { Participant } from '#contract/people.ts';
import { administratorsSchema, type Person, peopleSchema } from '#contract/people.ts';
import { baseApi } from '#store/api/baseApi.ts';

export const peopleApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** All people the user can message. Department 0 means all. See docs/decisions/0040-people-directory.md. */
    listUsers: build.query<Person[], void>({
      query: () => '/users?department=0',
      rawResponseSchema: peopleSchema,
      transformResponse: ({ data }: z.infer<typeof peopleSchema>) => data,
      providesTags: ['People'],
    }),
    listAdministrators: build.query<Participant[], void>({
      query: () => '/users/administrators',
      rawResponseSchema: administratorsSchema,
      transformResponse: ({ data }: z.infer<typeof administratorsSchema>) => data,
      providesTags: ['People'],
    }),
  }),
});
export const { useListAdministratorsQuery } = peopleApi;
