import { type NextCoaching, nextCoachingSchema } from '#contract/learning/coachingSummaries.ts';
import { baseApi } from '#store/api/baseApi.ts';

/** The card of the home page, which does not load the other calls about coaching sessions. */
export const nextCoachingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getNextCoaching: build.query<NextCoaching, void>({
      query: () => '/coaching/next',
      responseSchema: nextCoachingSchema,
      providesTags: [{ type: 'Coaching', id: 'LIST' }],
    }),
  }),
});
export const { useGetNextCoachingQuery } = nextCoachingApi;
