import { type Directory, directorySchema } from '#contract/administration/directory.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { updateCacheAfter } from '#store/api/updateCacheAfter.ts';

/** Directory sync for administrators. Tokens are created through the auth port (decision 0003). */
export const directoryApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getDirectory: build.query<Directory, void>({
      query: () => '/admin/directory',
      responseSchema: directorySchema,
      providesTags: ['Directory', 'SignOn', 'Department'],
    }),
    revokeDirectoryToken: build.mutation<Directory, { tokenId: string }>({
      query: ({ tokenId }) => ({ url: `/admin/directory/tokens/${tokenId}`, method: 'DELETE' }),
      responseSchema: directorySchema,
      onQueryStarted: updateCacheAfter((dispatch, directory: Directory) => {
        void dispatch(directoryApi.util.upsertQueryData('getDirectory', undefined, directory));
      }),
      invalidatesTags: (saved) => (saved ? ['Audit'] : []),
    }),
  }),
});
export const { useGetDirectoryQuery, useRevokeDirectoryTokenMutation } = directoryApi;
