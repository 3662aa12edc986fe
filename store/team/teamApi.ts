import type * as z from 'zod/mini';
import { type TeamMember, teamSchema } from '#contract/home.ts';
import { baseApi } from '#store/api/baseApi.ts';

export const teamApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listTeam: build.query<TeamMember[], void>({
      query: () => '/team',
      rawResponseSchema: teamSchema,
      transformResponse: ({ data }: z.infer<typeof teamSchema>) => data,
      providesTags: ['Team'],
    }),
  }),
});
export const { useListTeamQuery } = teamApi;
