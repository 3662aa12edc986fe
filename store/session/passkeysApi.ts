import { type Passkeys, passkeysSchema } from '#contract/access/passkeys.ts';
import { baseApi } from '#store/api/baseApi.ts';

/** The user's passkeys. They are added through the auth port, because that needs the password (decision 0003). */
export const passkeysApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listPasskeys: build.query<Passkeys, void>({
      query: () => '/auth/passkeys',
      responseSchema: passkeysSchema,
      providesTags: ['Passkey'],
    }),
    removePasskey: build.mutation<null, { id: string }>({
      query: ({ id }) => ({ url: `/auth/passkeys/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Passkey'],
    }),
  }),
});
export const { useListPasskeysQuery, useRemovePasskeyMutation } = passkeysApi;
