import {
  type AuditFilter,
  type AuditLog,
  type AuditQuery,
  auditLogSchema,
} from '#contract/administration/audit.ts';
import { baseApi } from '#store/api/baseApi.ts';
import type { ApiPorts } from '#store/api/ports.ts';
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
    /** Saves the matching entries as a file. Its content never enters the state. */
    exportAuditLog: build.mutation<null, AuditFilter>({
      queryFn: async (filter, { extra }, _options, send) => {
        const result = await send({
          url: withQuery('/admin/audit/export', filter),
          method: 'POST',
          responseHandler: async (response) => {
            if (!response.ok) return response.json() as Promise<unknown>;
            (extra as ApiPorts).saveFile(await response.blob(), 'audit-log.csv');
            return null;
          },
        });
        return result.error ? { error: result.error } : { data: null };
      },
      invalidatesTags: ['Audit'],
    }),
  }),
});
export const { useGetAuditLogQuery, useCheckAuditLogMutation, useExportAuditLogMutation } = auditApi;
