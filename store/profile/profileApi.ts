import { avatarSchema, type Profile, type ProfileEdit, profileSchema } from '#contract/profile.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { updateCacheAfter } from '#store/api/updateCacheAfter.ts';
import { userChanged } from '#store/session/sessionSlice.ts';

interface Avatar {
  userAvatar: string | null;
}

const showNewAvatar = updateCacheAfter((dispatch, { userAvatar }: Avatar) => {
  dispatch(userChanged({ userAvatar }));
});

/** Saving also updates the session user, so that the route guards and the header use the new values. */
export const profileApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getProfile: build.query<Profile, void>({
      query: () => '/profile',
      responseSchema: profileSchema,
      providesTags: ['Profile'],
    }),
    saveProfile: build.mutation<Profile, ProfileEdit>({
      query: (body) => ({ url: '/profile', method: 'PUT', body }),
      responseSchema: profileSchema,
      onQueryStarted: updateCacheAfter((dispatch, profile: Profile) => {
        const { firstName, lastName, initials, userAvatar, lastProfileUpdate, timeZone } = profile;
        const locale = profile.locale ?? undefined;
        void dispatch(profileApi.util.upsertQueryData('getProfile', undefined, profile));
        dispatch(
          userChanged({ firstName, lastName, initials, userAvatar, lastProfileUpdate, timeZone, locale }),
        );
      }),
      invalidatesTags: (saved) =>
        // Sessions and check-ins use the time zone and the working hours.
        saved ? ['People', 'Home', 'Team', 'CheckIn', { type: 'Coaching', id: 'LIST' }] : [],
    }),
    saveAvatar: build.mutation<Avatar, Blob>({
      query: (picture) => ({
        url: '/profile/avatar',
        method: 'PUT',
        body: picture,
        headers: { 'content-type': picture.type },
      }),
      responseSchema: avatarSchema,
      onQueryStarted: showNewAvatar,
      invalidatesTags: (saved) => (saved ? ['Profile', 'People'] : []),
    }),
    removeAvatar: build.mutation<Avatar, void>({
      query: () => ({ url: '/profile/avatar', method: 'DELETE' }),
      responseSchema: avatarSchema,
      onQueryStarted: showNewAvatar,
      invalidatesTags: (saved) => (saved ? ['Profile', 'People'] : []),
    }),
  }),
});
export const { useGetProfileQuery, useSaveProfileMutation, useSaveAvatarMutation, useRemoveAvatarMutation } =
  profileApi;
