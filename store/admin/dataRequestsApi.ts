import { type DataRequests, dataRequestsSchema } from '#contract/administration/dataRequests.ts';
import { baseApi } from '#store/api/baseApi.ts';

export const adminDataRequestsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listDataRequests: build.query<DataRequests, void>({
      query: () => '/admin/data-requests',
      responseSchema: dataRequestsSchema,
      providesTags: ['DataRequest'],
    }),
  }),
});
export const { useListDataRequestsQuery } = adminDataRequestsApi;
