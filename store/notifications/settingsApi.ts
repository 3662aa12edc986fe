import {
  type NotificationSettings,
  type NotificationSettingsChange,
  notificationSettingsSchema,
} from '#contract/notifications/notificationSettings.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { updateCacheAfter } from '#store/api/updateCacheAfter.ts';

export const notificationSettingsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getNotificationSettings: build.query<NotificationSettings, void>({
      query: () => '/notification-settings',
      responseSchema: notificationSettingsSchema,
    }),
    saveNotificationSettings: build.mutation<NotificationSettings, NotificationSettingsChange>({
      query: (body) => ({ url: '/notification-settings', method: 'PUT', body }),
      responseSchema: notificationSettingsSchema,
      onQueryStarted: updateCacheAfter((dispatch, settings: NotificationSettings) => {
        void dispatch(
          notificationSettingsApi.util.upsertQueryData('getNotificationSettings', undefined, settings),
        );
      }),
    }),
  }),
});
export const { useGetNotificationSettingsQuery, useSaveNotificationSettingsMutation } =
  notificationSettingsApi;
