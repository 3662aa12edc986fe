import type * as z from 'zod/mini';
import { type TopicCompletion, topicCompletionSchema } from '#contract/learning/enrolment.ts';
import { type LearnerProgram, learnerProgramSchema } from '#contract/learning/learners.ts';
import {
  type ProgramPage,
  type ProgramSummary,
  programListSchema,
} from '#contract/learning/programSummaries.ts';
import {
  type OpenTopic,
  openTopicsSchema,
  type PeopleOfProgramPage,
  type Program,
  peopleOfProgramSchema,
  programSchema,
  type Why,
  whySchema,
} from '#contract/learning/programs.ts';
import type { StepRecord } from '#contract/learning/stepRecord.ts';
import type { PageQuery } from '#contract/paging.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { pageOptions, withPage } from '#store/api/pages.ts';
import { updateCacheAfter } from '#store/api/updateCacheAfter.ts';

/** Puts the program of the response into the cache, so that no second call is needed. */
export const cacheProgram = updateCacheAfter(
  (dispatch, response: Program | { program: Program }, { programId }: { programId: string }) => {
    const program = 'program' in response ? response.program : response;
    void dispatch(programsApi.util.upsertQueryData('getProgram', { programId }, program));
  },
);

export const programsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The first 200 programs. Screens that show more use `pagePrograms`. */
    listPrograms: build.query<ProgramSummary[], void>({
      query: () => '/programs',
      rawResponseSchema: programListSchema,
      transformResponse: ({ data }: z.infer<typeof programListSchema>) => data,
      providesTags: ['ProgramList'],
    }),
    pagePrograms: build.infiniteQuery<ProgramPage, void, PageQuery>({
      query: ({ pageParam }) => withPage('/programs', pageParam),
      responseSchema: programListSchema,
      infiniteQueryOptions: pageOptions,
      providesTags: ['ProgramList'],
    }),
    listOpenTopics: build.query<OpenTopic[], void>({
      query: () => '/programs/open-topics',
      rawResponseSchema: openTopicsSchema,
      transformResponse: ({ topics }: z.infer<typeof openTopicsSchema>) => topics,
      providesTags: ['ProgramList'],
    }),
    getProgram: build.query<Program, { programId: string }>({
      query: ({ programId }) => `/programs/${encodeURIComponent(programId)}`,
      responseSchema: programSchema,
      providesTags: (_program, _error, { programId }) => [{ type: 'Program', id: programId }],
    }),
    getWhy: build.query<Why, { programId: string }>({
      query: ({ programId }) => `/programs/${encodeURIComponent(programId)}/why`,
      responseSchema: whySchema,
      providesTags: (_why, _error, { programId }) => [
        { type: 'Why', id: programId },
        { type: 'Program', id: programId },
      ],
    }),
    pagePeopleOfProgram: build.infiniteQuery<PeopleOfProgramPage, { programId: string }, PageQuery>({
      query: ({ queryArg, pageParam }) =>
        withPage(`/programs/${encodeURIComponent(queryArg.programId)}/people`, pageParam),
      responseSchema: peopleOfProgramSchema,
      infiniteQueryOptions: pageOptions,
      providesTags: (_page, _error, { programId }) => [{ type: 'Program', id: programId }],
    }),
    getLearnerProgram: build.query<LearnerProgram, { programId: string; userId: number }>({
      query: ({ programId, userId }) => `/programs/${encodeURIComponent(programId)}/learners/${userId}`,
      responseSchema: learnerProgramSchema,
      providesTags: (_program, _error, { programId }) => [{ type: 'LearnerProgram', id: programId }],
    }),
    completeTopic: build.mutation<TopicCompletion, { programId: string; topicId: string }>({
      query: ({ programId, topicId }) => ({
        url: `/programs/${encodeURIComponent(programId)}/topics/${encodeURIComponent(topicId)}/completion`,
        method: 'PUT',
      }),
      responseSchema: topicCompletionSchema,
      onQueryStarted: cacheProgram,
      invalidatesTags: (_completed, error, { programId }) =>
        error
          ? ['Home', { type: 'Program', id: programId }]
          : [
              'ProgramList',
              'Home',
              'Visibility',
              { type: 'Why', id: programId },
              // In a completed program no session can be planned.
              { type: 'Coaching', id: 'LIST' },
            ],
    }),
    recordStep: build.mutation<Program, { programId: string; stepKey: string; record: StepRecord }>({
      query: ({ programId, stepKey, record }) => ({
        url: `/programs/${encodeURIComponent(programId)}/steps/${encodeURIComponent(stepKey)}/record`,
        method: 'PUT',
        body: record,
      }),
      responseSchema: programSchema,
      onQueryStarted: cacheProgram,
      invalidatesTags: (_recorded, error, { programId }) =>
        error
          ? ['Home', { type: 'Program', id: programId }]
          : ['ProgramList', 'Home', { type: 'Why', id: programId }],
    }),
  }),
});
export const {
  useListProgramsQuery,
  usePageProgramsInfiniteQuery,
  useListOpenTopicsQuery,
  useGetProgramQuery,
  useGetWhyQuery,
  usePagePeopleOfProgramInfiniteQuery,
  useGetLearnerProgramQuery,
  useCompleteTopicMutation,
  useRecordStepMutation,
} = programsApi;
