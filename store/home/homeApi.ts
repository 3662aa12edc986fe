import { createAction } from '@reduxjs/toolkit';
import { type Home, homeSchema, type NeedMarks, needMarksSchema } from '#contract/home.ts';
import { baseApi } from '#store/api/baseApi.ts';

/** The user opened a conversation from a need. Sending a message there marks the need as done. */
export const needMessageStarted = createAction<{ keys: string[]; channel: string }>(
  'home/needMessageStarted',
);

export const homeApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getHome: build.query<Home, void>({
      query: () => '/home',
      responseSchema: homeSchema,
      providesTags: ['Home'],
    }),
    /** Snoozes needs, marks courtesies as done, or undoes both. */
    markNeeds: build.mutation<NeedMarks, NeedMarks>({
      query: (body) => ({ url: '/home/marks', method: 'PUT', body }),
      responseSchema: needMarksSchema,
      invalidatesTags: ['Home', 'LearnerProgram'],
    }),
  }),
});
export const { useGetHomeQuery, useMarkNeedsMutation } = homeApi;
