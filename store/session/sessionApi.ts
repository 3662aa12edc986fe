import {
  type SessionUser,
  sessionUserSchema,
  type UserPool,
  userPoolSchema,
} from '#contract/access/session.ts';
import { baseApi } from '#store/api/baseApi.ts';

export const sessionApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getSession: build.query<SessionUser, void>({
      query: () => '/session',
      responseSchema: sessionUserSchema,
      // The session slice contains the user; a second copy here would become stale.
      keepUnusedDataFor: 0,
    }),
    /** The organisation of an email address. Sent without the authorization header (decision 0008). */
    getUserPool: build.query<UserPool, { email: string }>({
      query: ({ email }) => `/user-pool?email=${encodeURIComponent(email)}`,
      extraOptions: { isExempt: true },
      responseSchema: userPoolSchema,
    }),
  }),
});
export const { useLazyGetUserPoolQuery } = sessionApi;
