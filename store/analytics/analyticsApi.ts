import {
  type AnalyticsConsent,
  type AnalyticsSettings,
  analyticsConsentSchema,
  analyticsSettingsSchema,
} from '#contract/administration/analytics.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { updateCacheAfter } from '#store/api/updateCacheAfter.ts';

export const analyticsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getAnalytics: build.query<AnalyticsSettings, void>({
      query: () => '/analytics',
      responseSchema: analyticsSettingsSchema,
    }),
    setAnalyticsConsent: build.mutation<AnalyticsConsent, AnalyticsConsent>({
      query: (body) => ({ url: '/admin/analytics-consent', method: 'PUT', body }),
      responseSchema: analyticsConsentSchema,
      onQueryStarted: updateCacheAfter((dispatch) => {
        void dispatch(
          analyticsApi.endpoints.getAnalytics.initiate(undefined, { subscribe: false, forceRefetch: true }),
        );
      }),
    }),
  }),
});
export const { useGetAnalyticsQuery, useSetAnalyticsConsentMutation } = analyticsApi;
