import type * as z from 'zod/mini';
import { type Person, peopleSchema } from '#contract/people.ts';
import { baseApi } from '#store/api/baseApi.ts';

export const peopleApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Everybody a person may address; 0 is never a department (ruling 12). */
    listUsers: build.query<Person[], void>({
      query: () => '/users?department=0',
      rawResponseSchema: peopleSchema,
      transformResponse: ({ data }: z.infer<typeof peopleSchema>) => data,
      providesTags: ['People'],
    }),
  }),
});
