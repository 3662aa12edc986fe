import {
  type AuthoredTopic,
  authoredTopicSchema,
  type NewTopicVersion,
  type TopicChange,
  type TopicSurveys,
  topicSurveysSchema,
} from '#contract/learning/authoring.ts';
import { type Content, contentSchema } from '#contract/learning/content.ts';
import {
  type RestoredDraft,
  type TopicComparison,
  topicComparisonSchema,
} from '#contract/learning/topicVersions.ts';
import type { PageQuery } from '#contract/paging.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { pageOptions, withPage } from '#store/api/pages.ts';
import { updateCacheAfter } from '#store/api/updateCacheAfter.ts';
import { withQuery } from '#store/api/withQuery.ts';

export interface ContentFilter {
  search?: string;
  tag?: string;
  state?: string;
  ownerId?: string;
}

const at = (topicId: string, rest = '') => `/topics/${encodeURIComponent(topicId)}${rest}`;
const cacheTopic = updateCacheAfter((dispatch, topic: AuthoredTopic) => {
  void dispatch(contentApi.util.upsertQueryData('getTopic', { topicId: topic.topicId }, topic));
});
const listAfter = (topic: unknown) => (topic ? (['Content'] as const) : []);
/** The audit log has an entry about this change, and programs can be launched only with published topics. */
const listAndLogAfter = (topic: unknown) => (topic ? (['Content', 'Audit', 'ProgramSetup'] as const) : []);

/** The library and its topics, for authors. */
export const contentApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    pageContent: build.infiniteQuery<Content, ContentFilter, PageQuery>({
      query: ({ queryArg, pageParam }) => withPage(withQuery('/content', { ...queryArg }), pageParam),
      responseSchema: contentSchema,
      infiniteQueryOptions: pageOptions,
      providesTags: ['Content'],
    }),
    getTopic: build.query<AuthoredTopic, { topicId: string }>({
      query: ({ topicId }) => at(topicId),
      responseSchema: authoredTopicSchema,
      providesTags: (_topic, _error, { topicId }) => [{ type: 'AuthoredTopic', id: topicId }],
    }),
    getTopicSurveys: build.query<TopicSurveys, { topicId: string }>({
      query: ({ topicId }) => at(topicId, '/surveys'),
      responseSchema: topicSurveysSchema,
      providesTags: ['Survey'],
    }),
    compareTopic: build.query<TopicComparison, { topicId: string; from?: number; to?: number }>({
      query: ({ topicId, from, to }) =>
        withQuery(at(topicId, '/comparison'), {
          ...(from !== undefined && { from: String(from) }),
          ...(to !== undefined && { to: String(to) }),
        }),
      responseSchema: topicComparisonSchema,
      // Not cached, because learners change their progress at any time.
      keepUnusedDataFor: 0,
    }),
    restoreVersion: build.mutation<AuthoredTopic, { topicId: string } & RestoredDraft>({
      query: ({ topicId, ...body }) => ({ url: at(topicId, '/draft'), method: 'POST', body }),
      responseSchema: authoredTopicSchema,
      onQueryStarted: cacheTopic,
      invalidatesTags: listAfter,
    }),
    createTopic: build.mutation<AuthoredTopic, { title: string }>({
      query: (body) => ({ url: '/topics', method: 'POST', body }),
      responseSchema: authoredTopicSchema,
      onQueryStarted: cacheTopic,
      invalidatesTags: listAndLogAfter,
    }),
    /** Autosave. */
    saveTopic: build.mutation<AuthoredTopic, { topicId: string; change: TopicChange }>({
      query: ({ topicId, change }) => ({ url: at(topicId), method: 'PATCH', body: change }),
      responseSchema: authoredTopicSchema,
      onQueryStarted: cacheTopic,
      invalidatesTags: listAfter,
    }),
    publishTopic: build.mutation<AuthoredTopic, { topicId: string } & NewTopicVersion>({
      query: ({ topicId, ...body }) => ({ url: at(topicId, '/versions'), method: 'POST', body }),
      responseSchema: authoredTopicSchema,
      onQueryStarted: cacheTopic,
      // The author may have selected the topic, too.
      invalidatesTags: (topic) => (topic ? [...listAndLogAfter(topic), 'Program', 'Home'] : []),
    }),
    changeTopicReview: build.mutation<AuthoredTopic, { topicId: string; version: number; isAsked: boolean }>({
      query: ({ topicId, ...body }) => ({ url: at(topicId, '/review'), method: 'PUT', body }),
      responseSchema: authoredTopicSchema,
      onQueryStarted: cacheTopic,
      invalidatesTags: listAfter,
    }),
    commentOnTopic: build.mutation<AuthoredTopic, { topicId: string; version: number; comment: string }>({
      query: ({ topicId, ...body }) => ({ url: at(topicId, '/review/comments'), method: 'POST', body }),
      responseSchema: authoredTopicSchema,
      onQueryStarted: cacheTopic,
      invalidatesTags: listAfter,
    }),
    copyTopic: build.mutation<AuthoredTopic, { topicId: string }>({
      query: ({ topicId }) => ({ url: at(topicId, '/copies'), method: 'POST' }),
      responseSchema: authoredTopicSchema,
      onQueryStarted: cacheTopic,
      invalidatesTags: listAndLogAfter,
    }),
    retireTopic: build.mutation<AuthoredTopic, { topicId: string; version: number; isRetired: boolean }>({
      query: ({ topicId, ...body }) => ({ url: at(topicId, '/retirement'), method: 'PUT', body }),
      responseSchema: authoredTopicSchema,
      onQueryStarted: cacheTopic,
      invalidatesTags: listAndLogAfter,
    }),
  }),
});
export const {
  usePageContentInfiniteQuery,
  useGetTopicQuery,
  useGetTopicSurveysQuery,
  useCompareTopicQuery,
  useRestoreVersionMutation,
  useLazyGetTopicQuery,
  useCreateTopicMutation,
  useSaveTopicMutation,
  usePublishTopicMutation,
  useChangeTopicReviewMutation,
  useCommentOnTopicMutation,
  useCopyTopicMutation,
  useRetireTopicMutation,
} = contentApi;
