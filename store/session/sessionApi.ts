import { type SessionUser, sessionUserSchema, type UserPool, userPoolSchema } from '#contract/session.ts';
import { baseApi } from '#store/api/baseApi.ts';

export const sessionApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getSession: build.query<SessionUser, void>({
      query: () => '/session',
      responseSchema: sessionUserSchema,
      // The session slice holds the person; a second copy here would only grow old.
      keepUnusedDataFor: 0,
    }),
    /** Which organisation an address belongs to. Exempt from the authorization header (specification section 7). */
    getUserPool: build.query<UserPool, { email: string }>({
      query: ({ email }) => `/user-pool?email=${encodeURIComponent(email)}`,
      extraOptions: { isExempt: true },
      responseSchema: userPoolSchema,
    }),
  }),
});
export const { useLazyGetUserPoolQuery } = sessionApi;
