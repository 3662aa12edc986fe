import {
  type Catalogue,
  catalogueSchema,
  type JoinAnswer,
  type JoinAnswered,
  type JoinRequest,
  type JoinRequests,
  joinAnsweredSchema,
  joinRequestSchema,
  joinRequestsSchema,
} from '#contract/learning/joining.ts';
import { type Program, programSchema } from '#contract/learning/programs.ts';
import type { PageQuery } from '#contract/paging.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { pageOptions, withPage } from '#store/api/pages.ts';
import { cacheProgram } from './programsApi.ts';

const at = (programId: string, rest: string) => `/programs/${encodeURIComponent(programId)}/${rest}`;

/** Programs that people join themselves, and the requests to join. */
export const joiningApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    pageCatalogue: build.infiniteQuery<Catalogue, void, PageQuery>({
      query: ({ pageParam }) => withPage('/programs/catalogue', pageParam),
      responseSchema: catalogueSchema,
      infiniteQueryOptions: pageOptions,
      providesTags: ['ProgramList'],
    }),
    joinProgram: build.mutation<Program, { programId: string }>({
      query: ({ programId }) => ({ url: at(programId, 'join'), method: 'POST' }),
      responseSchema: programSchema,
      onQueryStarted: cacheProgram,
      invalidatesTags: ['ProgramList', 'Home', { type: 'Coaching', id: 'LIST' }],
    }),
    askToJoin: build.mutation<JoinRequest, { programId: string; request: JoinRequest }>({
      query: ({ programId, request }) => ({
        url: at(programId, 'join-request'),
        method: 'PUT',
        body: request,
      }),
      responseSchema: joinRequestSchema,
      invalidatesTags: ['ProgramList'],
    }),
    withdrawJoinRequest: build.mutation<void, { programId: string }>({
      query: ({ programId }) => ({ url: at(programId, 'join-request'), method: 'DELETE' }),
      invalidatesTags: ['ProgramList'],
    }),
    pageJoinRequests: build.infiniteQuery<JoinRequests, { programId: string }, PageQuery>({
      query: ({ queryArg: { programId }, pageParam }) => withPage(at(programId, 'join-requests'), pageParam),
      responseSchema: joinRequestsSchema,
      infiniteQueryOptions: pageOptions,
      providesTags: ['JoinRequests'],
    }),
    answerJoinRequest: build.mutation<
      JoinAnswered,
      { programId: string; userId: number; answer: JoinAnswer }
    >({
      query: ({ programId, userId, answer }) => ({
        url: at(programId, `join-requests/${userId}`),
        method: 'PUT',
        body: answer,
      }),
      responseSchema: joinAnsweredSchema,
      // After an error as well: the request may have been answered or withdrawn.
      invalidatesTags: [
        'JoinRequests',
        'ManagedPrograms',
        'ProgramSetup',
        'Home',
        'Team',
        'Person',
        'Insights',
        { type: 'Coaching', id: 'LIST' },
      ],
    }),
  }),
});
export const {
  usePageCatalogueInfiniteQuery,
  useJoinProgramMutation,
  useAskToJoinMutation,
  useWithdrawJoinRequestMutation,
  usePageJoinRequestsInfiniteQuery,
  useAnswerJoinRequestMutation,
} = joiningApi;
