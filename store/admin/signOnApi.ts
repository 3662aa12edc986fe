import { type SignOnSettings, signOnSettingsSchema } from '#contract/administration/signOn.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { updateCacheAfter } from '#store/api/updateCacheAfter.ts';

const showSettings = updateCacheAfter((dispatch, settings: SignOnSettings) => {
  void dispatch(signOnApi.util.upsertQueryData('getSignOn', undefined, settings));
});
const domainPath = (domain: string) => `/admin/sign-on/domains/${encodeURIComponent(domain)}`;

/** Single sign-on for administrators. The client secret is saved through the auth port (decision 0003). */
export const signOnApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getSignOn: build.query<SignOnSettings, void>({
      query: () => '/admin/sign-on',
      responseSchema: signOnSettingsSchema,
      providesTags: ['SignOn', 'AdminPeople'],
    }),
    addSignOnDomain: build.mutation<SignOnSettings, { domain: string }>({
      query: (body) => ({ url: '/admin/sign-on/domains', method: 'POST', body }),
      responseSchema: signOnSettingsSchema,
      onQueryStarted: showSettings,
      invalidatesTags: (saved) => (saved ? ['Audit'] : []),
    }),
    verifySignOnDomain: build.mutation<SignOnSettings, { domain: string }>({
      query: ({ domain }) => ({ url: `${domainPath(domain)}/verification`, method: 'POST' }),
      responseSchema: signOnSettingsSchema,
      onQueryStarted: showSettings,
      invalidatesTags: (saved) => (saved ? ['Audit'] : []),
    }),
    removeSignOnDomain: build.mutation<SignOnSettings, { domain: string }>({
      query: ({ domain }) => ({ url: domainPath(domain), method: 'DELETE' }),
      responseSchema: signOnSettingsSchema,
      onQueryStarted: showSettings,
      invalidatesTags: (saved) => (saved ? ['Audit'] : []),
    }),
  }),
});
export const {
  useGetSignOnQuery,
  useAddSignOnDomainMutation,
  useVerifySignOnDomainMutation,
  useRemoveSignOnDomainMutation,
} = signOnApi;
