import { type CoachingActions, coachingActionsSchema } from '#contract/learning/coachingActions.ts';
import { baseApi } from '#store/api/baseApi.ts';

/** The encrypted notes of the last sessions. The actions in them are read by `sagas/coaching/readActions.ts`. */
export const actionsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getCoachingActions: build.query<CoachingActions, void>({
      query: () => '/coaching/actions',
      responseSchema: coachingActionsSchema,
      providesTags: [{ type: 'Coaching', id: 'ACTIONS' }],
    }),
  }),
});
export const { useGetCoachingActionsQuery } = actionsApi;
