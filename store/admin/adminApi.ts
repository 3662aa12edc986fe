import { type AdminOverview, adminOverviewSchema } from '#contract/admin.ts';
import { baseApi } from '#store/api/baseApi.ts';

export const adminApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getAdminOverview: build.query<AdminOverview, void>({
      query: () => '/admin/overview',
      responseSchema: adminOverviewSchema,
      providesTags: ['Admin'],
    }),
  }),
});
export const { useGetAdminOverviewQuery } = adminApi;
