import { type SearchResults, searchResultsSchema } from '#contract/search.ts';
import { baseApi } from '#store/api/baseApi.ts';

export const searchApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    search: build.query<SearchResults, string>({
      query: (text) => `/search?q=${encodeURIComponent(text)}`,
      responseSchema: searchResultsSchema,
      // Nothing subscribes to results, so they are kept for a fixed time.
      keepUnusedDataFor: 600,
    }),
  }),
});
