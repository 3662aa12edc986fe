import {
  type InsightPeople,
  type InsightPeopleFilter,
  type Insights,
  type InsightsQuery,
  insightPeopleSchema,
  insightsSchema,
  programRemindersAnswerSchema,
  type StepFigures,
  stepFiguresSchema,
} from '#contract/insights/insights.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { downloadFile } from '#store/api/downloadFile.ts';
import { withQuery } from '#store/api/withQuery.ts';

type OfProgram<T> = T & { programId: string };

const urlOf = (programId: string, rest = '') => `/insights/programs/${encodeURIComponent(programId)}${rest}`;

export const insightsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getInsights: build.query<Insights, OfProgram<InsightsQuery>>({
      query: ({ programId, ...query }) => withQuery(urlOf(programId), query),
      responseSchema: insightsSchema,
      providesTags: (_insights, _error, { programId }) => [{ type: 'Insights', id: programId }],
    }),
    getStepFigures: build.query<StepFigures, OfProgram<InsightsQuery>>({
      query: ({ programId, ...query }) => withQuery(urlOf(programId, '/steps'), query),
      responseSchema: stepFiguresSchema,
      providesTags: (_figures, _error, { programId }) => [{ type: 'Insights', id: programId }],
    }),
    pageInsightPeople: build.infiniteQuery<InsightPeople, OfProgram<InsightPeopleFilter>, string>({
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      query: ({ queryArg: { programId, ...filter }, pageParam }) =>
        withQuery(urlOf(programId, '/people'), { ...filter, ...(pageParam && { after: pageParam }) }),
      responseSchema: insightPeopleSchema,
      providesTags: (_pages, _error, { programId }) => [{ type: 'Insights', id: programId }],
    }),
    remindLearners: build.mutation<{ reminded: number }, OfProgram<{ userIds: number[] }>>({
      query: ({ programId, userIds }) => ({
        url: urlOf(programId, '/reminders'),
        method: 'POST',
        body: { userIds },
      }),
      responseSchema: programRemindersAnswerSchema,
      invalidatesTags: (_answer, _error, { programId }) => [{ type: 'Insights', id: programId }, 'Audit'],
    }),
    /** Saves the figures, or the people behind one of them. */
    exportInsights: build.mutation<
      null,
      OfProgram<{ query: InsightsQuery; people: InsightPeopleFilter | null }>
    >({
      queryFn: downloadFile('insights.csv', ({ programId, query, people }) => ({
        url: people
          ? withQuery(urlOf(programId, '/people/export'), people)
          : withQuery(urlOf(programId, '/export'), query),
        method: 'POST',
      })),
      invalidatesTags: ['Audit'],
    }),
  }),
});
export const {
  useGetInsightsQuery,
  useGetStepFiguresQuery,
  usePageInsightPeopleInfiniteQuery,
  useRemindLearnersMutation,
  useExportInsightsMutation,
} = insightsApi;
