import {
  type CheckIn,
  type CheckInChange,
  type CheckIns,
  checkInConflictSchema,
  checkInSchema,
  checkInsSchema,
} from '#contract/learning/checkIns.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { inRequest } from '#store/devtools/inRequest.ts';

const at = (week: string) => `/check-ins/${encodeURIComponent(week)}`;

/**
 * The user's own check-ins. After a conflict (409), `conflictingCheckInOf(error)` returns the version on the server.
 */
export const checkInsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getCheckIns: build.query<CheckIns, void>({
      query: () => '/check-ins',
      responseSchema: checkInsSchema,
      providesTags: ['CheckIn'],
    }),
    getCheckIn: build.query<CheckIn, { week: string }>({
      query: ({ week }) => at(week),
      responseSchema: checkInSchema,
      providesTags: ['CheckIn'],
    }),
    changeCheckIn: build.mutation<CheckIn, { week: string; change: CheckInChange }>({
      query: ({ week, change }) => ({ url: at(week), method: 'PUT', body: change }),
      responseSchema: checkInSchema,
      // After a conflict, the server's version is newer than the cached one.
      async onQueryStarted(_arg, { dispatch, queryFulfilled, requestId }) {
        const checkIn = await queryFulfilled.then(
          ({ data }) => data,
          (failed: { error: unknown }) => conflictingCheckInOf(failed.error),
        );
        if (!checkIn) return;
        inRequest(requestId, () => {
          dispatch(
            checkInsApi.util.updateQueryData('getCheckIns', undefined, (overview) => {
              if (overview.current.week === checkIn.week) overview.current = checkIn;
            }),
          );
        });
      },
      // Saving a draft affects nothing else.
      invalidatesTags: (_checkIn, error, { change }) =>
        error || change.action === 'save' ? [] : ['CheckIn', 'Home', 'Objective'],
    }),
  }),
});
export const { useGetCheckInsQuery, useGetCheckInQuery, useChangeCheckInMutation } = checkInsApi;

/** The version on the server, from a conflict error (409); null for any other error. */
export function conflictingCheckInOf(error: unknown): CheckIn | null {
  const { status, data } = (error ?? {}) as { status?: unknown; data?: unknown };
  const conflict = status === 409 ? checkInConflictSchema.safeParse(data) : null;
  return conflict?.success ? conflict.data.theirs : null;
}
