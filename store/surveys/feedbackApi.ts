import {
  type Feedback,
  feedbackSchema,
  type Raters,
  type RatersChange,
  ratersSchema,
} from '#contract/surveys/feedback.ts';
import { baseApi } from '#store/api/baseApi.ts';

interface Which {
  surveyId: string;
}
const at = (surveyId: string, rest: string) => `/surveys/${encodeURIComponent(surveyId)}/${rest}`;

/** 360 feedback: who is asked, and the report. */
export const feedbackApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getRaters: build.query<Raters, Which>({
      query: ({ surveyId }) => at(surveyId, 'raters'),
      responseSchema: ratersSchema,
      providesTags: (_raters, _error, { surveyId }) => [{ type: 'Survey', id: surveyId }],
    }),
    changeRaters: build.mutation<Raters, Which & { change: RatersChange }>({
      query: ({ surveyId, change }) => ({ url: at(surveyId, 'raters'), method: 'PUT', body: change }),
      responseSchema: ratersSchema,
      invalidatesTags: (raters) => (raters ? ['Survey', 'Home'] : []),
    }),
    getFeedback: build.query<Feedback, Which>({
      query: ({ surveyId }) => at(surveyId, 'feedback'),
      responseSchema: feedbackSchema,
    }),
  }),
});
export const { useGetRatersQuery, useChangeRatersMutation, useGetFeedbackQuery } = feedbackApi;
