import {
  type AccountHistory,
  accountHistorySchema,
  type OwnDataRequests,
  ownDataRequestsSchema,
} from '#contract/administration/dataRequests.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { updateCacheAfter } from '#store/api/updateCacheAfter.ts';
import { userChanged } from '#store/session/sessionSlice.ts';

const showRequests = updateCacheAfter((dispatch, own: OwnDataRequests) => {
  void dispatch(dataRequestsApi.util.upsertQueryData('getDataRequests', undefined, own));
  dispatch(userChanged({ erasesAt: own.erasure?.dueAt }));
});

/** The user's own export and erasure. The erasure is requested through the auth port, because it needs the password. */
export const dataRequestsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getDataRequests: build.query<OwnDataRequests, void>({
      query: () => '/data-requests',
      responseSchema: ownDataRequestsSchema,
      providesTags: ['DataRequest'],
    }),
    requestExport: build.mutation<OwnDataRequests, void>({
      query: () => ({ url: '/data-requests/export', method: 'POST' }),
      responseSchema: ownDataRequestsSchema,
      onQueryStarted: showRequests,
    }),
    cancelErasure: build.mutation<OwnDataRequests, void>({
      query: () => ({ url: '/data-requests/erasure', method: 'DELETE' }),
      responseSchema: ownDataRequestsSchema,
      onQueryStarted: showRequests,
    }),
    getAccountHistory: build.query<AccountHistory, void>({
      query: () => '/profile/account-history',
      responseSchema: accountHistorySchema,
    }),
  }),
});
export const {
  useGetDataRequestsQuery,
  useRequestExportMutation,
  useCancelErasureMutation,
  useGetAccountHistoryQuery,
} = dataRequestsApi;
