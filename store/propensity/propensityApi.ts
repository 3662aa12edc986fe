import type * as z from 'zod/mini';
import { type PropensityAnswers, propensitySchema } from '#contract/learning/propensity.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { updateCacheAfter } from '#store/api/updateCacheAfter.ts';
import { userChanged } from '#store/session/sessionSlice.ts';

export type Propensity = z.infer<typeof propensitySchema>;

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
      onQueryStarted: updateCacheAfter((dispatch, propensity: Propensity) => {
        void dispatch(propensityApi.util.upsertQueryData('getPropensity', undefined, propensity));
        dispatch(userChanged({ propensityScore: propensity.latest?.score ?? null }));
      }),
      invalidatesTags: (saved) => (saved ? ['Home'] : []),
    }),
  }),
});
export const { useGetPropensityQuery, useSavePropensityMutation } = propensityApi;
