import {
  type AdminOverview,
  adminOverviewSchema,
  type MailTest,
  mailTestSchema,
} from '#contract/administration/admin.ts';
import { baseApi } from '#store/api/baseApi.ts';

export const adminApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getAdminOverview: build.query<AdminOverview, void>({
      query: () => '/admin/overview',
      responseSchema: adminOverviewSchema,
      providesTags: ['Admin'],
    }),
    /** A refusal by the mail server is a result too, not an error. */
    testMail: build.mutation<MailTest, void>({
      query: () => ({ url: '/admin/mail-test', method: 'POST' }),
      responseSchema: mailTestSchema,
      invalidatesTags: ['Admin'],
    }),
  }),
});
export const { useGetAdminOverviewQuery, useTestMailMutation } = adminApi;
