import {
  type CheckInReview,
  type PersonCheckIns,
  personCheckInsSchema,
  type QuestionChange,
  type ReviewChange,
  reviewSchema,
  type TeamCheckIns,
  teamCheckInsSchema,
} from '#contract/learning/checkInReview.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { invalidateOnChange } from '#store/api/invalidateOnChange.ts';

const at = (rest: string) => `/team/check-ins${rest}`;
const one = (checkInId: string, rest = '') => at(`/${encodeURIComponent(checkInId)}${rest}`);

/** Removed items are those that the user has reviewed, and the review itself reads Home again. */
const hasNewItem = (before: TeamCheckIns, after: TeamCheckIns) =>
  after.queue.some(
    (item) =>
      !before.queue.some(({ checkInId, sentAt }) => checkInId === item.checkInId && sentAt === item.sentAt),
  );

/** The check-ins of the user's direct reports and coachees. */
export const reviewApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getTeamCheckIns: build.query<TeamCheckIns, void>({
      query: () => at(''),
      responseSchema: teamCheckInsSchema,
      providesTags: ['TeamCheckIn'],
      // Home counts its items.
      onQueryStarted: invalidateOnChange(hasNewItem, () => ['Home']),
    }),
    getCheckInReview: build.query<CheckInReview, { checkInId: string }>({
      query: ({ checkInId }) => one(checkInId),
      responseSchema: reviewSchema,
      providesTags: ['TeamCheckIn'],
    }),
    getPersonCheckIns: build.query<PersonCheckIns, { userId: number }>({
      query: ({ userId }) => at(`/people/${userId}`),
      responseSchema: personCheckInsSchema,
      providesTags: ['TeamCheckIn'],
    }),
    changeCheckInReview: build.mutation<CheckInReview, { checkInId: string; review: ReviewChange }>({
      query: ({ checkInId, review }) => ({ url: one(checkInId, '/review'), method: 'PUT', body: review }),
      responseSchema: reviewSchema,
      // Fetched again even after a conflict, because a conflict means that the check-in has changed.
      invalidatesTags: ['TeamCheckIn', 'Home'],
    }),
    commentOnCheckIn: build.mutation<CheckInReview, { checkInId: string; text: string }>({
      query: ({ checkInId, text }) => ({ url: one(checkInId, '/comments'), method: 'POST', body: { text } }),
      responseSchema: reviewSchema,
      invalidatesTags: (_review, error) => (error ? [] : ['TeamCheckIn']),
    }),
    askInCheckIn: build.mutation<TeamCheckIns, QuestionChange>({
      query: (body) => ({ url: at('/question'), method: 'PUT', body }),
      responseSchema: teamCheckInsSchema,
      invalidatesTags: (_team, error) => (error ? [] : ['TeamCheckIn']),
    }),
    remindOfCheckIn: build.mutation<TeamCheckIns, { userId: number; firstName: string }>({
      query: ({ userId }) => ({ url: at(`/people/${userId}/reminder`), method: 'POST' }),
      responseSchema: teamCheckInsSchema,
      invalidatesTags: ['TeamCheckIn'],
    }),
  }),
});
export const {
  useGetTeamCheckInsQuery,
  useGetCheckInReviewQuery,
  useGetPersonCheckInsQuery,
  useChangeCheckInReviewMutation,
  useCommentOnCheckInMutation,
  useAskInCheckInMutation,
  useRemindOfCheckInMutation,
} = reviewApi;
