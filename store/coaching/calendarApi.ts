import { type Calendar, calendarSchema, type DayChange } from '#contract/learning/calendar.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { updateCacheAfter } from '#store/api/updateCacheAfter.ts';

const cacheCalendar = updateCacheAfter((dispatch, calendar: Calendar, _args: unknown) => {
  void dispatch(calendarApi.util.upsertQueryData('getCalendar', undefined, calendar));
});
/** The proposed times of sessions depend on busy times. */
const changed = {
  responseSchema: calendarSchema,
  onQueryStarted: cacheCalendar,
  invalidatesTags: (_answer: unknown, error: unknown) =>
    error ? ['Calendar' as const] : [{ type: 'Coaching' as const, id: 'LIST' }],
};
const ofSource = (sourceId: string) => `/calendar/sources/${encodeURIComponent(sourceId)}`;

/** The user's calendars. Their addresses are secrets, so they go through the auth port and never into the store. */
export const calendarApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getCalendar: build.query<Calendar, void>({
      query: () => '/calendar',
      responseSchema: calendarSchema,
      providesTags: ['Calendar'],
    }),
    revokeCalendarFeed: build.mutation<null, void>({
      query: () => ({ url: '/calendar/feed', method: 'DELETE' }),
      invalidatesTags: ['Calendar'],
    }),
    uploadCalendar: build.mutation<Calendar, { name: string; file: Blob }>({
      query: ({ name, file }) => ({
        url: '/calendar/sources/file',
        method: 'POST',
        params: { name },
        body: file,
        headers: { 'content-type': 'text/calendar' },
      }),
      ...changed,
    }),
    readCalendarSource: build.mutation<Calendar, { sourceId: string }>({
      query: ({ sourceId }) => ({ url: `${ofSource(sourceId)}/reading`, method: 'POST' }),
      ...changed,
    }),
    setCoachingDays: build.mutation<Calendar, DayChange>({
      query: (body) => ({ url: '/calendar/days', method: 'PUT', body }),
      ...changed,
    }),
    removeCoachingDays: build.mutation<Calendar, Pick<DayChange, 'firstDay' | 'lastDay'>>({
      query: (params) => ({ url: '/calendar/days', method: 'DELETE', params }),
      ...changed,
    }),
    removeCalendarSource: build.mutation<Calendar, { sourceId: string }>({
      query: ({ sourceId }) => ({ url: ofSource(sourceId), method: 'DELETE' }),
      ...changed,
    }),
  }),
});
export const {
  useGetCalendarQuery,
  useRevokeCalendarFeedMutation,
  useUploadCalendarMutation,
  useReadCalendarSourceMutation,
  useRemoveCalendarSourceMutation,
  useSetCoachingDaysMutation,
  useRemoveCoachingDaysMutation,
} = calendarApi;
