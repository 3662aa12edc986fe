import { avatarSchema, type Profile, type ProfileEdit, profileSchema } from '#contract/people.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { userChanged } from '#store/session/sessionSlice.ts';

interface Avatar {
  userAvatar: string | null;
}

/** What is saved here changes who the session user is: the gates open and the header shows the new name. */
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
      async onQueryStarted(_edit, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => null); // the screen shows the error
        if (!saved) return;
        const { firstName, lastName, initials, userAvatar, lastProfileUpdate } = saved.data;
        void dispatch(profileApi.util.upsertQueryData('getProfile', undefined, saved.data));
        dispatch(userChanged({ firstName, lastName, initials, userAvatar, lastProfileUpdate }));
      },
      invalidatesTags: (saved) => (saved ? ['People', 'Home', 'Team'] : []),
    }),
    saveAvatar: build.mutation<Avatar, Blob>({
      query: (picture) => ({
        url: '/profile/avatar',
        method: 'PUT',
        body: picture,
        headers: { 'content-type': picture.type },
      }),
      responseSchema: avatarSchema,
      async onQueryStarted(_picture, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => null);
        if (saved) dispatch(userChanged({ userAvatar: saved.data.userAvatar }));
      },
      invalidatesTags: (saved) => (saved ? ['Profile', 'People'] : []),
    }),
    removeAvatar: build.mutation<Avatar, void>({
      query: () => ({ url: '/profile/avatar', method: 'DELETE' }),
      responseSchema: avatarSchema,
      async onQueryStarted(_nothing, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => null);
        if (saved) dispatch(userChanged({ userAvatar: saved.data.userAvatar }));
      },
      invalidatesTags: (saved) => (saved ? ['Profile', 'People'] : []),
    }),
  }),
});
export const { useGetProfileQuery, useSaveProfileMutation, useSaveAvatarMutation, useRemoveAvatarMutation } =
  profileApi;
