import { type FollowUps, followUpsSchema, type NewFollowUp } from '#contract/learning/checkInFollowUps.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { updateCacheAfter } from '#store/api/updateCacheAfter.ts';

const keepFollowUps = updateCacheAfter((dispatch, followUps: FollowUps) => {
  void dispatch(followUpsApi.util.upsertQueryData('getFollowUps', undefined, followUps));
});

/** The points that the user wants to discuss, and the actions, after a check-in of a direct report. */
export const followUpsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getFollowUps: build.query<FollowUps, void>({
      query: () => '/team/follow-ups',
      responseSchema: followUpsSchema,
      providesTags: ['TeamCheckIn'],
    }),
    addFollowUp: build.mutation<FollowUps, { checkInId: string; followUp: NewFollowUp }>({
      query: ({ checkInId, followUp }) => ({
        url: `/team/check-ins/${encodeURIComponent(checkInId)}/follow-ups`,
        method: 'POST',
        body: followUp,
      }),
      responseSchema: followUpsSchema,
      onQueryStarted: keepFollowUps,
    }),
    changeFollowUp: build.mutation<FollowUps, { followUpId: string; isDone: boolean }>({
      query: ({ followUpId, isDone }) => ({
        url: `/team/follow-ups/${encodeURIComponent(followUpId)}`,
        method: 'PUT',
        body: { isDone },
      }),
      responseSchema: followUpsSchema,
      onQueryStarted: keepFollowUps,
    }),
  }),
});
export const { useGetFollowUpsQuery, useAddFollowUpMutation, useChangeFollowUpMutation } = followUpsApi;
