import type * as z from 'zod/mini';
import type { PageQuery } from '#contract/paging.ts';
import {
  type OwnVisibility,
  ownVisibilitySchema,
  type TeamMember,
  type TeamPage,
  type TeamPerson,
  teamPersonSchema,
  teamSchema,
  type Visibility,
  visibilitySchema,
} from '#contract/team.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { pageOptions, withPage } from '#store/api/pages.ts';

export const teamApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The first 200 people. Screens that show more use `pageTeam`. */
    listTeam: build.query<TeamMember[], void>({
      query: () => '/team',
      rawResponseSchema: teamSchema,
      transformResponse: ({ data }: z.infer<typeof teamSchema>) => data,
      providesTags: ['Team'],
    }),
    /** `search` is the start of a name or email. Empty means all people. */
    pageTeam: build.infiniteQuery<TeamPage, { search: string }, PageQuery>({
      query: ({ queryArg, pageParam }) =>
        withPage(
          queryArg.search === '' ? '/team' : `/team?search=${encodeURIComponent(queryArg.search)}`,
          pageParam,
        ),
      responseSchema: teamSchema,
      infiniteQueryOptions: pageOptions,
      providesTags: ['Team'],
    }),
    getTeamPerson: build.query<TeamPerson, { userId: number }>({
      query: ({ userId }) => `/team/${userId}`,
      responseSchema: teamPersonSchema,
      providesTags: ['Person'],
    }),
    /** What the viewer can see about a person. The person sees the same list. */
    getVisibility: build.query<Visibility, { userId: number }>({
      query: ({ userId }) => `/team/${userId}/visibility`,
      responseSchema: visibilitySchema,
      providesTags: ['Visibility'],
    }),
    listOwnVisibility: build.query<OwnVisibility, void>({
      query: () => '/profile/visibility',
      responseSchema: ownVisibilitySchema,
      providesTags: ['Visibility'],
    }),
  }),
});
export const {
  useListTeamQuery,
  usePageTeamInfiniteQuery,
  useGetTeamPersonQuery,
  useGetVisibilityQuery,
  useListOwnVisibilityQuery,
} = teamApi;
