import { type Content, contentSchema } from '#contract/content.ts';
import { baseApi } from '#store/api/baseApi.ts';

export const contentApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listContent: build.query<Content['data'], void>({
      query: () => '/content',
      rawResponseSchema: contentSchema,
      transformResponse: ({ data }: Content) => data,
      providesTags: ['Content'],
    }),
  }),
});
export const { useListContentQuery } = contentApi;
