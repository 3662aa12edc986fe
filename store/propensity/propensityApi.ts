import {
  type Propensity,
  type PropensityAnswers,
  type PropensityDraft,
  propensityDraftChangeSchema,
  propensitySchema,
  type ReadinessDistribution,
  readinessDistributionSchema,
  type SharedReadiness,
  sharedReadinessSchema,
} from '#contract/learning/propensity.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { updateCacheAfter } from '#store/api/updateCacheAfter.ts';
import { userChanged } from '#store/session/sessionSlice.ts';

const keepPropensity = updateCacheAfter((dispatch, propensity: Propensity) => {
  void dispatch(propensityApi.util.upsertQueryData('getPropensity', undefined, propensity));
  dispatch(userChanged({ propensityScore: propensity.latest?.score ?? null }));
});

export const propensityApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getPropensity: build.query<Propensity, void>({
      query: () => '/propensity',
      responseSchema: propensitySchema,
      providesTags: ['Propensity'],
    }),
    savePropensity: build.mutation<Propensity, PropensityAnswers>({
      query: (body) => ({ url: '/propensity', method: 'PUT', body }),
      responseSchema: propensitySchema,
      onQueryStarted: keepPropensity,
      invalidatesTags: (saved) => (saved ? ['Home'] : []),
    }),
    /** The screen keeps its own answers; the server's copy is for other devices. */
    savePropensityDraft: build.mutation<{ draft: PropensityDraft | null }, PropensityDraft | null>({
      query: (draft) => ({ url: '/propensity/draft', method: 'PUT', body: { draft } }),
      responseSchema: propensityDraftChangeSchema,
      onQueryStarted: updateCacheAfter((dispatch, { draft }: { draft: PropensityDraft | null }) => {
        dispatch(
          propensityApi.util.updateQueryData('getPropensity', undefined, (propensity) => {
            propensity.draft = draft;
          }),
        );
      }),
    }),
    sharePropensity: build.mutation<Propensity, boolean>({
      query: (isShared) => ({ url: '/propensity/sharing', method: 'PUT', body: { isShared } }),
      responseSchema: propensitySchema,
      onQueryStarted: keepPropensity,
      invalidatesTags: (saved) => (saved ? ['Visibility'] : []),
    }),
    getSharedReadiness: build.query<SharedReadiness, void>({
      query: () => '/propensity/shared',
      responseSchema: sharedReadinessSchema,
    }),
    getReadinessDistribution: build.query<ReadinessDistribution, void>({
      query: () => '/admin/readiness',
      responseSchema: readinessDistributionSchema,
    }),
  }),
});
export const {
  useGetPropensityQuery,
  useSavePropensityMutation,
  useSavePropensityDraftMutation,
  useSharePropensityMutation,
  useGetSharedReadinessQuery,
  useGetReadinessDistributionQuery,
} = propensityApi;
