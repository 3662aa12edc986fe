import { type Home, homeSchema } from '#contract/home.ts';
import { baseApi } from '#store/api/baseApi.ts';

export const homeApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getHome: build.query<Home, void>({
      query: () => '/home',
      responseSchema: homeSchema,
      providesTags: ['Home'],
    }),
  }),
});
export const { useGetHomeQuery } = homeApi;
