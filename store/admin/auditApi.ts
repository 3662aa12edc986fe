import {
  type AuditFilter,
  type AuditLog,
  type AuditQuery,
  auditLogSchema,
} from '#contract/administration/audit.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { downloadFile } from '#store/api/downloadFile.ts';
import { withQuery } from '#store/api/withQuery.ts';

export const auditApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getAuditLog: build.query<AuditLog, AuditQuery>({
      query: (query) => withQuery('/admin/audit', query),
      responseSchema: auditLogSchema,
      providesTags: ['Audit'],
    }),
    /** Checks the whole log on the server. The next response of `getAuditLog` contains the result. */
    checkAuditLog: build.mutation<null, void>({
      query: () => ({ url: '/admin/audit/check', method: 'POST' }),
      invalidatesTags: ['Audit'],
    }),
    exportAuditLog: build.mutation<null, AuditFilter>({
      queryFn: downloadFile('audit-log.csv', (filter) => ({
        url: withQuery('/admin/audit/export', filter),
        method: 'POST',
      })),
      invalidatesTags: ['Audit'],
    }),
  }),
});
export const { useGetAuditLogQuery, useCheckAuditLogMutation, useExportAuditLogMutation } = auditApi;
