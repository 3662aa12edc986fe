import { type Settings, type SettingsChange, settingsSchema } from '#contract/administration/settings.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { updateCacheAfter } from '#store/api/updateCacheAfter.ts';
import { userChanged } from '#store/session/sessionSlice.ts';

/**
 * The administrator sees the new name, logo and colours immediately. Other people see them the next time they open
 * Trellis.
 */
const showToUser = updateCacheAfter((dispatch, settings: Settings) => {
  const { name, logo, accent, locale } = settings;
  void dispatch(settingsApi.util.upsertQueryData('getSettings', undefined, settings));
  dispatch(userChanged({ tenantName: name, organisation: { logo, accent, locale } }));
});

export const settingsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getSettings: build.query<Settings, void>({
      query: () => '/admin/settings',
      responseSchema: settingsSchema,
      providesTags: ['Settings'],
    }),
    saveSettings: build.mutation<Settings, SettingsChange>({
      query: (body) => ({ url: '/admin/settings', method: 'PATCH', body }),
      responseSchema: settingsSchema,
      onQueryStarted: showToUser,
      // The settings include those of check-ins.
      invalidatesTags: (saved) => (saved ? ['Audit', 'Home', 'CheckIn', 'TeamCheckIn'] : []),
    }),
    saveLogo: build.mutation<Settings, Blob>({
      query: (picture) => ({
        url: '/admin/settings/logo',
        method: 'PUT',
        body: picture,
        headers: { 'content-type': picture.type },
      }),
      responseSchema: settingsSchema,
      onQueryStarted: showToUser,
      invalidatesTags: (saved) => (saved ? ['Audit'] : []),
    }),
    removeLogo: build.mutation<Settings, void>({
      query: () => ({ url: '/admin/settings/logo', method: 'DELETE' }),
      responseSchema: settingsSchema,
      onQueryStarted: showToUser,
      invalidatesTags: (saved) => (saved ? ['Audit'] : []),
    }),
  }),
});
export const { useGetSettingsQuery, useSaveSettingsMutation, useSaveLogoMutation, useRemoveLogoMutation } =
  settingsApi;
